# The command and the page in a container, installed by the steps that scripts/ci/test-install tries. Make the archive first:
#   scripts/release
#   docker build --build-arg ARCHIVE=.build/archive/vision-0.9.0-linux-x86_64.tar.gz --tag vision .
#   docker run --rm --volume vision-models:/home/vision/.cache/swift-vision-tasks vision models fetch gesture_recognizer
#   docker run --rm --volume vision-models:/home/vision/.cache/swift-vision-tasks --volume "$PWD:/media:ro" vision gesture /media/hands.jpg
# packaging/compose.yml runs the page.
FROM debian:12-slim
ARG ARCHIVE
COPY packaging/install-debian packaging/debian-packages.txt /install/
COPY ${ARCHIVE} ${ARCHIVE}.sha256 /install/
RUN sh /install/install-debian "/install/${ARCHIVE##*/}" && rm -rf /install /var/lib/apt/lists/* \
  && useradd --create-home --uid 10001 vision \
  && install -d -o vision -g vision /home/vision/.cache /home/vision/.cache/swift-vision-tasks
USER vision
WORKDIR /home/vision
# Fetched models.
VOLUME /home/vision/.cache/swift-vision-tasks
ENTRYPOINT ["vision"]
CMD ["--help"]

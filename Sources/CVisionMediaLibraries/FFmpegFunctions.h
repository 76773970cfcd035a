// The FFmpeg functions that are used: VALUE(library, result, name, parameters, arguments), and ACTION for those without
// a result. Included wherever code is generated for each, with the two macros, which end here; the compiler compares the
// functions with FFmpeg's own headers.

// libavutil
VALUE(Util, AVAudioFifo *, av_audio_fifo_alloc, (enum AVSampleFormat format, int channels, int count),
      (format, channels, count))
ACTION(Util, av_audio_fifo_free, (AVAudioFifo *queue), (queue))
VALUE(Util, int, av_audio_fifo_read, (AVAudioFifo *queue, AudioPlanes data, int count), (queue, data, count))
VALUE(Util, int, av_audio_fifo_size, (AVAudioFifo *queue), (queue))
VALUE(Util, int, av_audio_fifo_write, (AVAudioFifo *queue, AudioPlanes data, int count), (queue, data, count))
VALUE(Util, int, av_channel_layout_copy, (AVChannelLayout *target, const AVChannelLayout *source), (target, source))
ACTION(Util, av_channel_layout_default, (AVChannelLayout *layout, int channels), (layout, channels))
ACTION(Util, av_dict_free, (AVDictionary **dictionary), (dictionary))
VALUE(Util, int, av_dict_set, (AVDictionary **dictionary, const char *key, const char *value, int flags),
      (dictionary, key, value, flags))
VALUE(Util, AVFrame *, av_frame_alloc, (void), ())
ACTION(Util, av_frame_free, (AVFrame **frame), (frame))
VALUE(Util, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
VALUE(Util, int, av_frame_make_writable, (AVFrame *frame), (frame))
ACTION(Util, av_frame_move_ref, (AVFrame *target, AVFrame *source), (target, source))
ACTION(Util, av_frame_unref, (AVFrame *frame), (frame))
VALUE(Util, int64_t, av_gcd, (int64_t a, int64_t b), (a, b))
VALUE(Util, int, av_log_get_level, (void), ())
ACTION(Util, av_log_set_level, (int level), (level))
VALUE(Util, int, av_opt_set, (void *object, const char *name, const char *value, int flags),
      (object, name, value, flags))
VALUE(Util, int, av_opt_set_int, (void *object, const char *name, int64_t value, int flags),
      (object, name, value, flags))
VALUE(Util, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat format), (format))
ACTION(Util, av_read_image_line2,
       (void *target, const uint8_t **data, const int *strides, const AVPixFmtDescriptor *descriptor, int x, int y,
        int component, int width, int palette, int size),
       (target, data, strides, descriptor, x, y, component, width, palette, size))
VALUE(Util, int64_t, av_rescale, (int64_t a, int64_t b, int64_t c), (a, b, c))
VALUE(Util, int64_t, av_rescale_delta,
      (AVRational from, int64_t time, AVRational samples, int duration, int64_t *last, AVRational to),
      (from, time, samples, duration, last, to))
VALUE(Util, int64_t, av_rescale_q, (int64_t time, AVRational from, AVRational to), (time, from, to))
VALUE(Util, int64_t, av_rescale_q_rnd, (int64_t time, AVRational from, AVRational to, enum AVRounding rounding),
      (time, from, to, rounding))
VALUE(Util, char *, av_strdup, (const char *text), (text))
VALUE(Util, int, av_strerror, (int number, char *text, size_t size), (number, text, size))

// libswscale
VALUE(Scale, struct SwsContext *, sws_alloc_context, (void), ())
ACTION(Scale, sws_freeContext, (struct SwsContext *context), (context))
VALUE(Scale, const int *, sws_getCoefficients, (int colorspace), (colorspace))
VALUE(Scale, int, sws_getColorspaceDetails,
      (struct SwsContext *context, int **inverse, int *sourceRange, int **table, int *targetRange, int *brightness,
       int *contrast, int *saturation),
      (context, inverse, sourceRange, table, targetRange, brightness, contrast, saturation))
VALUE(Scale, struct SwsContext *, sws_getContext,
      (int sourceWidth, int sourceHeight, enum AVPixelFormat sourceFormat, int targetWidth, int targetHeight,
       enum AVPixelFormat targetFormat, int flags, SwsFilter *sourceFilter, SwsFilter *targetFilter,
       const double *parameters),
      (sourceWidth, sourceHeight, sourceFormat, targetWidth, targetHeight, targetFormat, flags, sourceFilter,
       targetFilter, parameters))
VALUE(Scale, int, sws_init_context, (struct SwsContext *context, SwsFilter *sourceFilter, SwsFilter *targetFilter),
      (context, sourceFilter, targetFilter))
VALUE(Scale, int, sws_scale,
      (struct SwsContext *context, const uint8_t *const *planes, const int *strides, int y, int height,
       uint8_t *const *target, const int *targetStrides),
      (context, planes, strides, y, height, target, targetStrides))
VALUE(Scale, int, sws_setColorspaceDetails,
      (struct SwsContext *context, const int *inverse, int sourceRange, const int *table, int targetRange,
       int brightness, int contrast, int saturation),
      (context, inverse, sourceRange, table, targetRange, brightness, contrast, saturation))

// libswresample
VALUE(Resample, int, swr_alloc_set_opts2,
      (struct SwrContext **context, ResampledLayout *layout, enum AVSampleFormat format, int rate,
       ResampledLayout *sourceLayout, enum AVSampleFormat sourceFormat, int sourceRate, int offset, void *log),
      (context, layout, format, rate, sourceLayout, sourceFormat, sourceRate, offset, log))
VALUE(Resample, int, swr_convert_frame, (SwrContext *context, AVFrame *target, const AVFrame *source),
      (context, target, source))
ACTION(Resample, swr_free, (struct SwrContext **context), (context))
VALUE(Resample, int, swr_init, (struct SwrContext *context), (context))
VALUE(Resample, int64_t, swr_next_pts, (struct SwrContext *context, int64_t time), (context, time))

// libavcodec
VALUE(Codec, int, av_get_audio_frame_duration2, (AVCodecParameters *parameters, int bytes),
      (parameters, bytes))
VALUE(Codec, int, av_new_packet, (AVPacket *packet, int size), (packet, size))
VALUE(Codec, AVPacket *, av_packet_alloc, (void), ())
ACTION(Codec, av_packet_free, (AVPacket **packet), (packet))
VALUE(Codec, int, av_packet_make_writable, (AVPacket *packet), (packet))
ACTION(Codec, av_packet_rescale_ts, (AVPacket *packet, AVRational from, AVRational to), (packet, from, to))
#if VISION_HAS_PACKET_SIDE_DATA
VALUE(Codec, const AVPacketSideData *, av_packet_side_data_get,
      (const AVPacketSideData *data, int count, enum AVPacketSideDataType type), (data, count, type))
#endif
ACTION(Codec, av_packet_unref, (AVPacket *packet), (packet))
VALUE(Codec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
VALUE(Codec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
VALUE(Codec, const AVCodec *, avcodec_find_encoder, (enum AVCodecID id), (id))
VALUE(Codec, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
ACTION(Codec, avcodec_flush_buffers, (AVCodecContext *context), (context))
ACTION(Codec, avcodec_free_context, (AVCodecContext **context), (context))
VALUE(Codec, const char *, avcodec_get_name, (enum AVCodecID id), (id))
VALUE(Codec, int, avcodec_open2, (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
      (context, codec, options))
VALUE(Codec, int, avcodec_parameters_copy, (AVCodecParameters *target, const AVCodecParameters *source),
      (target, source))
VALUE(Codec, int, avcodec_parameters_from_context, (AVCodecParameters *parameters, const AVCodecContext *context),
      (parameters, context))
VALUE(Codec, int, avcodec_parameters_to_context, (AVCodecContext *context, const AVCodecParameters *parameters),
      (context, parameters))
VALUE(Codec, int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame), (context, frame))
VALUE(Codec, int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet), (context, packet))
VALUE(Codec, int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame), (context, frame))
VALUE(Codec, int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet), (context, packet))

// libavformat
VALUE(Format, int, av_find_best_stream,
      (AVFormatContext *context, enum AVMediaType type, int wanted, int related, const AVCodec **decoder, int flags),
      (context, type, wanted, related, decoder, flags))
VALUE(Format, const AVInputFormat *, av_find_input_format, (const char *name), (name))
VALUE(Format, AVRational, av_guess_frame_rate, (AVFormatContext *context, AVStream *stream, AVFrame *frame),
      (context, stream, frame))
VALUE(Format, AVRational, av_guess_sample_aspect_ratio, (AVFormatContext *context, AVStream *stream, AVFrame *frame),
      (context, stream, frame))
VALUE(Format, int, av_interleaved_write_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))
VALUE(Format, int, av_probe_input_buffer2,
      (AVIOContext *file, const AVInputFormat **format, const char *url, void *log, unsigned offset,
       unsigned limit),
      (file, format, url, log, offset, limit))
VALUE(Format, int, av_read_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))
VALUE(Format, int, av_seek_frame, (AVFormatContext *context, int index, int64_t time, int flags),
      (context, index, time, flags))
#if !VISION_HAS_PACKET_SIDE_DATA
VALUE(Format, uint8_t *, av_stream_get_side_data,
      (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
      (stream, type, size))
#endif
VALUE(Format, int, av_write_trailer, (AVFormatContext *context), (context))
VALUE(Format, AVFormatContext *, avformat_alloc_context, (void), ())
VALUE(Format, int, avformat_alloc_output_context2,
      (AVFormatContext **context, const AVOutputFormat *format, const char *name, const char *filename),
      (context, format, name, filename))
ACTION(Format, avformat_close_input, (AVFormatContext **context), (context))
VALUE(Format, int, avformat_find_stream_info, (AVFormatContext *context, AVDictionary **options), (context, options))
ACTION(Format, avformat_free_context, (AVFormatContext *context), (context))
VALUE(Format, int, avformat_index_get_entries_count, (const AVStream *stream), (stream))
VALUE(Format, const AVIndexEntry *, avformat_index_get_entry, (AVStream *stream, int index), (stream, index))
VALUE(Format, const AVIndexEntry *, avformat_index_get_entry_from_timestamp,
      (AVStream *stream, int64_t time, int flags),
      (stream, time, flags))
VALUE(Format, AVStream *, avformat_new_stream, (AVFormatContext *context, const AVCodec *codec), (context, codec))
VALUE(Format, int, avformat_open_input,
      (AVFormatContext **context, const char *url, const AVInputFormat *format, AVDictionary **options),
      (context, url, format, options))
VALUE(Format, unsigned, avformat_version, (void), ())
VALUE(Format, int, avformat_write_header, (AVFormatContext *context, AVDictionary **options), (context, options))
VALUE(Format, int, avio_closep, (AVIOContext **file), (file))
VALUE(Format, int, avio_open, (AVIOContext **file, const char *url, int flags), (file, url, flags))
VALUE(Format, int64_t, avio_size, (AVIOContext *file), (file))

#undef VALUE
#undef ACTION

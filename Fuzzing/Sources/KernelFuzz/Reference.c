#include "Reference.h"

#include <math.h>

static double bounded(double value, double minimum, double maximum) {
  return value < minimum ? minimum : value > maximum ? maximum : value;
}

static void add(Expected *sum, double product) {
  sum->value += product;
  sum->magnitude += fabs(product);
}

Expected expected_dense(
  const VisionDense *shape, const float *weights, const float *biases, const float *input, int y, int x, int channel
) {
  Expected sum = {biases[channel], fabs(biases[channel])};
  for (int row = 0; row < shape->window; row++) {
    for (int column = 0; column < shape->window; column++) {
      const int fromY = y * shape->stride - shape->top + row, fromX = x * shape->stride - shape->left + column;
      if (fromY < 0 || fromY >= shape->inputHeight || fromX < 0 || fromX >= shape->inputWidth) continue;
      const float *pixel = input + ((size_t)fromY * shape->inputWidth + fromX) * shape->inputs;
      const float *taps = weights + (((size_t)channel * shape->window + row) * shape->window + column) * shape->inputs;
      for (int i = 0; i < shape->inputs; i++) add(&sum, (double)pixel[i] * taps[i]);
    }
  }
  sum.value = bounded(sum.value, shape->min, shape->max);
  return sum;
}

Expected expected_depthwise(
  const VisionDepthwise *shape, const float *weights, const float *biases, const float *input, int y, int x,
  int channel
) {
  Expected sum = {biases[channel], fabs(biases[channel])};
  const int dilation = shape->dilation > 1 ? shape->dilation : 1;
  for (int row = 0; row < shape->window; row++) {
    for (int column = 0; column < shape->window; column++) {
      const int fromY = y * shape->stride - shape->top + row * dilation;
      const int fromX = x * shape->stride - shape->left + column * dilation;
      if (fromY < 0 || fromY >= shape->inputHeight || fromX < 0 || fromX >= shape->inputWidth) continue;
      const float number = input[((size_t)fromY * shape->inputWidth + fromX) * shape->channels + channel];
      add(&sum, (double)number * weights[((size_t)row * shape->window + column) * shape->channels + channel]);
    }
  }
  sum.value = bounded(sum.value, shape->min, shape->max);
  return sum;
}

Expected expected_sparse(
  const VisionSparse *shape, const float *weights, const float *biases, const float *input, int pixel, int channel
) {
  Expected sum = {biases[channel], fabs(biases[channel])};
  for (int i = 0; i < shape->inputs; i++) {
    add(&sum, (double)input[(size_t)pixel * shape->inputs + i] * weights[(size_t)channel * shape->inputs + i]);
  }
  sum.value = bounded(sum.value, shape->min, shape->max);
  return sum;
}

int expected_byte(
  const VisionQuantized *shape, const uint8_t *weights, const int32_t *biases, const float *scales, const uint8_t *input,
  int y, int x, int channel
) {
  int64_t sum = biases[channel];
  const int count = shape->isDepthwise ? 1 : shape->inputs, first = shape->isDepthwise ? channel : 0;
  for (int row = 0; row < shape->window; row++) {
    for (int column = 0; column < shape->window; column++) {
      const int fromY = y * shape->stride - shape->top + row, fromX = x * shape->stride - shape->left + column;
      if (fromY < 0 || fromY >= shape->inputHeight || fromX < 0 || fromX >= shape->inputWidth) continue;
      const uint8_t *pixel = input + ((size_t)fromY * shape->inputWidth + fromX) * shape->inputs + first;
      const size_t place = (size_t)row * shape->window + column;
      const uint8_t *taps = shape->isDepthwise
        ? weights + place * shape->outputs + channel
        : weights + ((size_t)channel * shape->window * shape->window + place) * shape->inputs;
      for (int i = 0; i < count; i++) {
        const int number = pixel[i] ^ (shape->isInputSigned ? 0x80 : 0);
        sum += (int64_t)(number - shape->inputZeroPoint) * (taps[i] - shape->weightZeroPoint);
      }
    }
  }
  // Sums go round as those of 32 bits do; the product is one of floats.
  const float scaled = (float)(int32_t)(uint32_t)(uint64_t)sum * scales[channel];
  const double result = bounded(rint((double)scaled) + shape->outputZeroPoint, shape->min, shape->max);
  return (int)result ^ (shape->isOutputSigned ? 0x80 : 0);
}

/// Where a row or column of the output lies in the input.
static double place_of(const VisionResize *shape, int index, int input, int output) {
  const double ends = shape->alignsCorners && output > 1 ? 1 : 0, scale = (input - ends) / (output - ends);
  const double place = shape->halvesPixels ? (index + 0.5) * scale - 0.5 : index * scale;
  return bounded(place, 0, input - 1);
}

Expected expected_resize(const VisionResize *shape, const float *input, int y, int x, int channel) {
  Expected sum = {0, 0};
  const double row = place_of(shape, y, shape->inputHeight, shape->outputHeight);
  const double column = place_of(shape, x, shape->inputWidth, shape->outputWidth);
  for (int fromY = 0; fromY < shape->inputHeight; fromY++) {
    for (int fromX = 0; fromX < shape->inputWidth; fromX++) {
      const double weight = fmax(0, 1 - fabs(row - fromY)) * fmax(0, 1 - fabs(column - fromX));
      const double number = input[((size_t)fromY * shape->inputWidth + fromX) * shape->channels + channel];
      add(&sum, weight * number);
    }
  }
  // What a place is rounded by moves it between numbers that have nothing in common.
  sum.magnitude += 1;
  return sum;
}

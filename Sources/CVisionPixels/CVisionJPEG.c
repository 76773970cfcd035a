#include "CVisionJPEG.h"

#include <string.h>

enum { LookupBits = 9, MaxComponents = 4, BlockCoefficients = 64, MaxDCBits = 11, MaxDC = 2048 };

/// A Huffman table: codes of up to 9 bits by look-up, longer ones by their canonical order.
typedef struct {
  bool isDefined;
  /// For each 9 bits the length of the code that they begin with (0 for a longer one) and its symbol.
  uint8_t length[1 << LookupBits];
  uint8_t symbol[1 << LookupBits];
  /// For each 9 bits what they do to a block's coefficients: the number of bits of code and value, and how far the place advances in the
  /// upper byte (0 at the end of a block). 0 for a longer code.
  uint16_t step[1 << LookupBits];
  /// For each length the first code after the last one, and what leads from a code to its symbol.
  int32_t end[17];
  int32_t offset[17];
  uint8_t symbols[256];
} Table;

typedef struct {
  int horizontal, vertical, id;
} Component;

typedef struct {
  const uint8_t *next;
  const uint8_t *end;
  uint64_t bits;
  /// The number of bits in `bits`, of which the last `padding` are not the file's.
  int count;
  int padding;
} Bits;

typedef struct {
  Table tables[2][4];
  Component components[MaxComponents];
  int componentCount, width, height, restartInterval;
} Image;

static int big16(const uint8_t *bytes) { return bytes[0] << 8 | bytes[1]; }

/// How far a symbol of coefficients advances in a block; 0 at the end of the block.
static inline int advance(int symbol) {
  int run = symbol >> 4;
  return (symbol & 15) != 0 ? run + 1 : run == 15 ? 16 : 0;
}

/// Defines the tables of a DHT segment; false for a damaged one.
static bool read_tables(Image *image, const uint8_t *bytes, size_t count) {
  while (count >= 17) {
    int kind = bytes[0] >> 4, number = bytes[0] & 15, total = 0;
    for (int length = 1; length <= 16; length++) total += bytes[length];
    if (kind > 1 || number > 3 || total > 256 || count < 17 + (size_t)total) return false;
    Table *table = &image->tables[kind][number];
    memset(table, 0, sizeof(*table));
    memcpy(table->symbols, bytes + 17, (size_t)total);
    int32_t code = 0, place = 0;
    for (int length = 1; length <= 16; length++, code <<= 1) {
      table->offset[length] = place - code;
      for (int i = 0; i < bytes[length]; i++, code++, place++) {
        if (code >= 1 << length) return false;
        if (length > LookupBits) continue;
        int first = code << (LookupBits - length);
        memset(table->length + first, length, (size_t)1 << (LookupBits - length));
        memset(table->symbol + first, table->symbols[place], (size_t)1 << (LookupBits - length));
        int step = (length + (table->symbols[place] & 15)) | advance(table->symbols[place]) << 8;
        for (int i = 0; i < 1 << (LookupBits - length); i++) table->step[first + i] = (uint16_t)step;
      }
      table->end[length] = code;
    }
    table->isDefined = true;
    bytes += 17 + total;
    count -= 17 + (size_t)total;
  }
  return count == 0;
}

static bool read_frame(Image *image, const uint8_t *bytes, size_t count) {
  if (count < 6 || bytes[0] != 8) return false;
  image->height = big16(bytes + 1);
  image->width = big16(bytes + 3);
  image->componentCount = bytes[5];
  if (image->height == 0 || image->width == 0 || image->componentCount < 1 || image->componentCount > MaxComponents ||
      count < 6 + 3 * (size_t)image->componentCount) {
    return false;
  }
  for (int i = 0; i < image->componentCount; i++) {
    const uint8_t *field = bytes + 6 + 3 * i;
    image->components[i] = (Component){field[1] >> 4, field[1] & 15, field[0]};
    if (field[1] >> 4 < 1 || field[1] >> 4 > 4 || (field[1] & 15) < 1 || (field[1] & 15) > 4) return false;
  }
  return true;
}

/// Fills up to at least 32 bits, enough for the longest code and its value; behind the pixels with zeros.
static inline void fill(Bits *bits) {
  if (bits->count >= 32) return;
  if (bits->end - bits->next >= 4) {
    const uint8_t *next = bits->next;
    uint32_t word = (uint32_t)next[0] << 24 | (uint32_t)next[1] << 16 | (uint32_t)next[2] << 8 | next[3];
    // No byte is 0xFF, before which markers and stuffed zeros would have to be looked for.
    if ((word & 0x80808080u & ~(word + 0x01010101u)) == 0) {
      bits->bits |= (uint64_t)word << (32 - bits->count);
      bits->count += 32;
      bits->next += 4;
      return;
    }
  }
  while (bits->count <= 48) {
    uint64_t byte = 0;
    if (bits->next < bits->end && (bits->next[0] != 0xFF || (bits->next + 1 < bits->end && bits->next[1] == 0))) {
      byte = bits->next[0];
      bits->next += byte == 0xFF ? 2 : 1;
    } else {
      bits->padding += 8;
    }
    bits->bits |= byte << (56 - bits->count);
    bits->count += 8;
  }
}

static inline void drop(Bits *bits, int count) {
  bits->bits <<= count;
  bits->count -= count;
}

/// The next symbol; -1 for an unknown code.
static inline int symbol(Bits *bits, const Table *table) {
  int index = (int)(bits->bits >> (64 - LookupBits));
  if (table->length[index] != 0) {
    drop(bits, table->length[index]);
    return table->symbol[index];
  }
  for (int length = LookupBits + 1; length <= 16; length++) {
    int32_t code = (int32_t)(bits->bits >> (64 - length));
    if (code < table->end[length]) {
      int place = code + table->offset[length];
      drop(bits, length);
      return place >= 0 && place < 256 ? table->symbols[place] : -1;
    }
  }
  return -1;
}

/// Reads a block; false when it has a code that no encoder writes.
static inline bool read_block(Bits *bits, const Table *dc, const Table *ac, int *prediction) {
  fill(bits);
  int length = symbol(bits, dc);
  if (length < 0 || length > MaxDCBits) return false;
  if (length > 0) {
    int value = (int)(bits->bits >> (64 - length));
    drop(bits, length);
    *prediction += value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
    if (*prediction > MaxDC || *prediction < -MaxDC) return false;
  }
  for (int place = 1; place < BlockCoefficients;) {
    fill(bits);
    int step = ac->step[bits->bits >> (64 - LookupBits)];
    if (step == 0) {
      int code = symbol(bits, ac);
      if (code < 0) return false;
      step = (code & 15) | advance(code) << 8;
    }
    drop(bits, step & 255);
    if (step >> 8 == 0) return true;
    place += step >> 8;
    if (place > BlockCoefficients) return false;
  }
  return true;
}

static int divided(int a, int b) { return (a + b - 1) / b; }

/// Reads the pixels of a scan and moves `next` behind them; false when they are damaged. `*isOver` where they end early.
static bool read_scan(const Image *image, const uint8_t *header, size_t count, const uint8_t **next, const uint8_t *end,
                      bool *isOver) {
  *isOver = true;
  int scanned = count > 0 ? header[0] : 0;
  if (scanned < 1 || scanned > image->componentCount || count < 1 + 2 * (size_t)scanned) return true;
  const Component *components[MaxComponents];
  const Table *dc[MaxComponents], *ac[MaxComponents];
  int wide = 1, high = 1;
  for (int i = 0; i < image->componentCount; i++) {
    if (image->components[i].horizontal > wide) wide = image->components[i].horizontal;
    if (image->components[i].vertical > high) high = image->components[i].vertical;
  }
  for (int i = 0; i < scanned; i++) {
    components[i] = NULL;
    for (int j = 0; j < image->componentCount; j++) {
      if (image->components[j].id == header[1 + 2 * i]) components[i] = &image->components[j];
    }
    int tables = header[2 + 2 * i];
    if (components[i] == NULL || tables >> 4 > 3 || (tables & 15) > 3) return true;
    dc[i] = &image->tables[0][tables >> 4];
    ac[i] = &image->tables[1][tables & 15];
    if (!dc[i]->isDefined || !ac[i]->isDefined) return true;
  }
  int64_t units = (int64_t)divided(image->width, 8 * wide) * divided(image->height, 8 * high);
  if (scanned == 1) {
    units = (int64_t)divided(divided(image->width * components[0]->horizontal, wide), 8) *
            divided(divided(image->height * components[0]->vertical, high), 8);
  }
  Bits bits = {*next, end, 0, 0, 0};
  int predictions[MaxComponents] = {0};
  for (int64_t unit = 0; unit < units; unit++) {
    if (image->restartInterval > 0 && unit > 0 && unit % image->restartInterval == 0) {
      while (bits.next + 1 < end && !(bits.next[0] == 0xFF && bits.next[1] != 0 && bits.next[1] != 0xFF)) bits.next++;
      if (bits.next + 1 >= end || bits.next[1] < 0xD0 || bits.next[1] > 0xD7) return true;
      bits = (Bits){bits.next + 2, end, 0, 0, 0};
      memset(predictions, 0, sizeof(predictions));
    }
    for (int i = 0; i < scanned; i++) {
      int blocks = scanned == 1 ? 1 : components[i]->horizontal * components[i]->vertical;
      for (int block = 0; block < blocks; block++) {
        bool isSound = read_block(&bits, dc[i], ac[i], &predictions[i]);
        // Bits behind the end mean nothing; libjpeg reports that.
        if (bits.count < bits.padding) return true;
        if (!isSound) return false;
      }
    }
  }
  *next = bits.next;
  *isOver = false;
  return true;
}

bool vision_jpeg_is_damaged(const uint8_t *bytes, size_t count) {
  Image image;
  memset(&image, 0, sizeof(image));
  const uint8_t *next = bytes + 2, *end = bytes + count;
  if (bytes == NULL || count < 4) return false;
  while (end - next >= 4) {
    if (next[0] != 0xFF || next[1] == 0 || next[1] == 0xFF) {
      next++;
      continue;
    }
    int marker = next[1];
    if (marker == 0xD9) return false;
    if (marker >= 0xD0 && marker <= 0xD8) {
      next += 2;
      continue;
    }
    int length = big16(next + 2);
    if (length < 2 || end - next - 2 < length) return false;
    const uint8_t *content = next + 4;
    size_t size = (size_t)length - 2;
    next += 2 + length;
    bool isOver = false;
    switch (marker) {
    case 0xC4:
      if (!read_tables(&image, content, size)) return false;
      break;
    case 0xC0:
    case 0xC1:
      if (!read_frame(&image, content, size)) return false;
      break;
    case 0xDD:
      if (size >= 2) image.restartInterval = big16(content);
      break;
    case 0xDA:
      if (!read_scan(&image, content, size, &next, end, &isOver)) return true;
      if (isOver) return false;
      break;
    default:
      // Progressive, lossless and arithmetic coding.
      if (marker >= 0xC2 && marker <= 0xCF && marker != 0xC8) return false;
      break;
    }
  }
  return false;
}

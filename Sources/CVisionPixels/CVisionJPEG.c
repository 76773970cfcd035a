#include "CVisionJPEG.h"
#include "JPEGHuffman.h"

#include <string.h>

/// A unit has at most 4 x 4 blocks of each component.
enum { MaxComponents = 4, MaxUnit = 64, MaxDC = 2048 };

/// `BlockSize` is more than the longest block has bytes: 64 codes of 16 bits with 15 bits of value.
enum { PieceSize = 8192, BlockSize = 512 };

typedef struct {
  int horizontal, vertical, id;
} Component;

/// The bits of a scan up to the next marker. A piece at a time is copied without the zeros that are stuffed behind 0xFF, so that eight bytes
/// can be loaded without a look at them.
typedef struct {
  Reader reader;
  /// The rest of the file; `next` stands at a marker when `isLast`.
  const uint8_t *next;
  const uint8_t *end;
  /// Where the bytes of `piece` end. Zeros follow.
  const uint8_t *limit;
  bool isLast;
  uint8_t piece[PieceSize + BlockSize];
} Bits;

typedef struct {
  Table tables[2][4];
  Component components[MaxComponents];
  int componentCount, width, height, restartInterval;
} Image;

static int big16(const uint8_t *bytes) { return bytes[0] << 8 | bytes[1]; }

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

/// Copies the next piece behind the bytes that are left of the last one.
static void load_piece(Bits *bits) {
  size_t left = (size_t)(bits->limit - bits->reader.place);
  memmove(bits->piece, bits->reader.place, left);
  uint8_t *to = bits->piece + left, *full = bits->piece + PieceSize;
  while (to < full && !bits->isLast) {
    size_t size = (size_t)(bits->end - bits->next), room = (size_t)(full - to);
    if (size > room) size = room;
    const uint8_t *escape = memchr(bits->next, 0xFF, size);
    if (escape != NULL) size = (size_t)(escape - bits->next);
    memcpy(to, bits->next, size);
    to += size;
    bits->next += size;
    if (escape != NULL && escape + 1 < bits->end && escape[1] == 0) {
      *to++ = 0xFF;
      bits->next += 2;
    } else {
      bits->isLast = escape != NULL || bits->next == bits->end;
    }
  }
  memset(to, 0, BlockSize);
  bits->reader.place = bits->piece;
  bits->limit = to;
}

static void start(Bits *bits, const uint8_t *next, const uint8_t *end) {
  bits->next = next;
  bits->end = end;
  bits->limit = bits->piece;
  bits->isLast = false;
  bits->reader = (Reader){bits->piece, 0, 0};
}

/// Whether more bits were read than there are before the next marker, where the piece ends.
static inline bool is_past_end(const Reader *reader, const uint8_t *limit) {
  return (reader->place - limit) * 8 > reader->count;
}

/// Reads the first coefficient of a block from at least 27 bits; false when it is none that an encoder writes.
INLINE bool read_first(Reader *reader, const Table *dc, int *prediction) {
  First first = dc->first[next_bits(reader)];
  if (first.used == 0) {
    int length = symbol(reader, dc);
    if (length < 0 || length > MaxDCBits) return false;
    // No bits are 0 without a branch.
    first.difference = (int16_t)signed_value((int)(reader->bits >> 1 >> (63 - length)), length);
    drop(reader, length);
    fill(reader);
  } else {
    drop(reader, first.used);
  }
  *prediction += first.difference;
  return *prediction <= MaxDC && *prediction >= -MaxDC;
}

typedef enum { GoesOn, IsComplete, IsDamaged } BlockState;

/// Reads some coefficients from at least 31 bits, of which at most `MaxStepBits` are missing afterwards.
INLINE BlockState read_step(Reader *reader, const Table *ac, int *place) {
  int step = ac->step[next_bits(reader)];
  int next = *place + (step >> 8);
  if (next >= BlockCoefficients) {
    // A longer code, or the block may end before the last of several codes.
    int code = symbol(reader, ac);
    if (code < 0) return IsDamaged;
    drop(reader, code & 15);
    fill(reader);
    if (advance(code) == 0) return IsComplete;
    *place += advance(code);
    return *place < BlockCoefficients ? GoesOn : *place == BlockCoefficients ? IsComplete : IsDamaged;
  }
  drop(reader, step & 127);
  *place = next;
  return (step & EndOfBlock) != 0 ? IsComplete : GoesOn;
}

/// Reads a block; false when it has a code that no encoder writes. Filling takes longer than a step, so one serves two of them. A loop over
/// the steps of all blocks, without a branch where a block ends, has more instructions and took 7 % longer.
INLINE bool read_block(Reader *reader, const Table *dc, const Table *ac, int *prediction) {
  fill(reader);
  if (!read_first(reader, dc, prediction)) return false;
  int place = 1;
  while (true) {
    BlockState state = read_step(reader, ac, &place);
    if (state == GoesOn) state = read_step(reader, ac, &place);
    if (state != GoesOn) return state == IsComplete;
    fill(reader);
  }
}

/// A block of a unit: its tables and its component in the scan.
typedef struct {
  const Table *dc, *ac;
  int component;
} Block;

typedef enum { AllRead, IsUnsound, EndsEarly } Reading;

/// Reads units. Bits behind the end mean nothing.
static Reading read_blocks(Bits *bits, const Block *blocks, int blockCount, int64_t units) {
  // A copy stays in registers.
  Reader reader = bits->reader;
  const uint8_t *safe = bits->limit - BlockSize;
  int predictions[MaxComponents] = {0};
  for (int64_t unit = 0; unit < units; unit++) {
    for (const Block *block = blocks; block < blocks + blockCount; block++) {
      if (reader.place > safe) {
        if (is_past_end(&reader, bits->limit)) return EndsEarly;
        if (!bits->isLast) {
          bits->reader = reader;
          load_piece(bits);
          reader = bits->reader;
          safe = bits->limit - BlockSize;
        }
      }
      if (!read_block(&reader, block->dc, block->ac, &predictions[block->component])) {
        return is_past_end(&reader, bits->limit) ? EndsEarly : IsUnsound;
      }
    }
  }
  bits->reader = reader;
  return is_past_end(&reader, bits->limit) ? EndsEarly : AllRead;
}

static int divided(int a, int b) { return (a + b - 1) / b; }

/// Reads the pixels of a scan and moves `next` behind them; false when they are damaged. `*isOver` where they end early.
static bool read_scan(Image *image, const uint8_t *header, size_t count, const uint8_t **next, const uint8_t *end,
                      bool *isOver) {
  *isOver = true;
  int scanned = count > 0 ? header[0] : 0;
  if (scanned < 1 || scanned > image->componentCount || count < 1 + 2 * (size_t)scanned) return true;
  const Component *components[MaxComponents];
  Block blocks[MaxUnit];
  int blockCount = 0;
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
    Table *dc = &image->tables[0][tables >> 4], *ac = &image->tables[1][tables & 15];
    if (!dc->isDefined || !ac->isDefined) return true;
    if (!dc->isReady) define_first(dc);
    if (!ac->isReady) define_steps(ac);
    int count = scanned == 1 ? 1 : components[i]->horizontal * components[i]->vertical;
    while (count-- > 0) blocks[blockCount++] = (Block){dc, ac, i};
  }
  int64_t units = (int64_t)divided(image->width, 8 * wide) * divided(image->height, 8 * high);
  if (scanned == 1) {
    units = (int64_t)divided(divided(image->width * components[0]->horizontal, wide), 8) *
            divided(divided(image->height * components[0]->vertical, high), 8);
  }
  Bits bits;
  start(&bits, *next, end);
  int64_t interval = image->restartInterval > 0 ? image->restartInterval : units;
  for (int64_t unit = 0; unit < units; unit += interval) {
    if (unit > 0) {
      while (!bits.isLast) {
        bits.reader.place = bits.limit;
        load_piece(&bits);
      }
      while (bits.next + 1 < end && bits.next[1] == 0xFF) bits.next++;
      if (end - bits.next < 2 || bits.next[1] < 0xD0 || bits.next[1] > 0xD7) return true;
      start(&bits, bits.next + 2, end);
    }
    Reading reading = read_blocks(&bits, blocks, blockCount, units - unit < interval ? units - unit : interval);
    // Bits behind the end mean nothing; libjpeg reports that.
    if (reading != AllRead) return reading == EndsEarly;
  }
  *next = bits.next;
  *isOver = false;
  return true;
}

bool vision_jpeg_is_damaged(const uint8_t *bytes, size_t count) {
  Image image;
  image.componentCount = image.restartInterval = image.width = image.height = 0;
  for (int i = 0; i < 8; i++) image.tables[i / 4][i % 4].isDefined = false;
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
      if (!read_tables(image.tables, content, size)) return false;
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

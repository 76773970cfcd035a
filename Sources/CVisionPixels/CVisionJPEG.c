#include "CVisionJPEG.h"

#include <string.h>

enum { LookupBits = 11, EndOfBlock = 0x80, MaxComponents = 4, BlockCoefficients = 64, MaxDCBits = 11, MaxDC = 2048 };

/// A function that is not inlined would keep the reader in memory, which takes half as long again.
#define INLINE static inline __attribute__((always_inline))

/// `BlockSize` is more than the longest block has bytes: 64 codes of 16 bits with 15 bits of value.
enum { PieceSize = 8192, BlockSize = 512 };

/// The first coefficient of a block: its difference from the last block's, and the number of bits; 0 for more than are looked up.
typedef struct {
  int16_t difference;
  uint8_t used;
} First;

/// A Huffman table: codes of up to 11 bits by look-up, longer ones by their canonical order.
typedef struct {
  bool isDefined, isReady;
  /// For each 11 bits the length of the code that they begin with (0 for a longer one) and its symbol.
  uint8_t length[1 << LookupBits];
  uint8_t symbol[1 << LookupBits];
  union {
    /// For each 11 bits of coefficients what the codes and values that they begin with do together: the number of their bits (0 for a
    /// longer code), in the upper byte how far the place advances, and whether they end the block.
    uint16_t step[1 << LookupBits];
    /// For each 11 bits at the start of a block the code and the value that they begin with.
    First first[1 << LookupBits];
  };
  /// For each length the first code after the last one, and what leads from a code to its symbol.
  int32_t end[17];
  int32_t offset[17];
  uint8_t symbols[256];
} Table;

typedef struct {
  int horizontal, vertical, id;
} Component;

/// The next byte of a piece of a scan; the next bits, from the highest one on, and how many of them count.
typedef struct {
  const uint8_t *place;
  uint64_t bits;
  int count;
} Reader;

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

/// How far a symbol of coefficients advances in a block; 0 at the end of the block.
static inline int advance(int symbol) {
  int run = symbol >> 4;
  return (symbol & 15) != 0 ? run + 1 : run == 15 ? 16 : 0;
}

/// Defines `step`. Three codes are as many as the bits hold of a usual photo.
static void define_steps(Table *table) {
  for (int index = 0; index < 1 << LookupBits; index++) {
    int used = 0, distance = 0, end = 0;
    for (int code = 0; code < 3 && used < LookupBits && end == 0; code++) {
      int rest = index << used & ((1 << LookupBits) - 1), symbol = table->symbol[rest], length = table->length[rest];
      if (length == 0 || used + length > LookupBits) break;
      used += length + (symbol & 15);
      distance += advance(symbol);
      end = advance(symbol) == 0 ? EndOfBlock : 0;
    }
    table->step[index] = (uint16_t)(used | end | distance << 8);
  }
  table->isReady = true;
}

/// The number of `length` bits that stand for a value.
static inline int signed_value(int bits, int length) { return bits - (bits < 1 << length >> 1 ? (1 << length) - 1 : 0); }

/// Defines `first`.
static void define_first(Table *table) {
  for (int index = 0; index < 1 << LookupBits; index++) {
    int length = table->symbol[index], used = table->length[index] + length;
    First first = {0, 0};
    if (table->length[index] != 0 && length <= MaxDCBits && used <= LookupBits) {
      int bits = index >> (LookupBits - used) & ((1 << length) - 1);
      first = (First){(int16_t)signed_value(bits, length), (uint8_t)used};
    }
    table->first[index] = first;
  }
  table->isReady = true;
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

/// Fills up to at least 56 bits without a branch: bits that are there already are loaded again. Source: Giesen, "Reading bits in far too
/// many ways", variant 4.
static inline void fill(Reader *reader) {
  uint64_t word;
  memcpy(&word, reader->place, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  // The compiler does not find this instruction in a loop over bytes.
  word = __builtin_bswap64(word);
#endif
  reader->bits |= word >> reader->count;
  reader->place += (63 - reader->count) >> 3;
  reader->count |= 56;
}

/// Whether more bits were read than there are before the next marker, where the piece ends.
static inline bool is_past_end(const Reader *reader, const uint8_t *limit) {
  return (reader->place - limit) * 8 > reader->count;
}

static inline void drop(Reader *reader, int count) {
  reader->bits <<= count;
  reader->count -= count;
}

/// The next symbol; -1 for an unknown code.
INLINE int symbol(Reader *reader, const Table *table) {
  int index = (int)(reader->bits >> (64 - LookupBits));
  if (table->length[index] != 0) {
    drop(reader, table->length[index]);
    return table->symbol[index];
  }
  for (int length = LookupBits + 1; length <= 16; length++) {
    int32_t code = (int32_t)(reader->bits >> (64 - length));
    if (code < table->end[length]) {
      int place = code + table->offset[length];
      drop(reader, length);
      return place >= 0 && place < 256 ? table->symbols[place] : -1;
    }
  }
  return -1;
}

/// The next bits that are looked up.
static inline int next_bits(const Reader *reader) { return (int)(reader->bits >> (64 - LookupBits)); }

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

/// Reads some coefficients from at least 31 bits, of which at most 11 are missing afterwards.
INLINE BlockState read_step(Reader *reader, const Table *ac, int *place) {
  int step = ac->step[next_bits(reader)];
  int next = *place + (step >> 8);
  if ((step & 127) == 0 || next >= BlockCoefficients) {
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

/// Reads a block; false when it has a code that no encoder writes. Filling takes longer than a step, so one serves two of them.
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

static int divided(int a, int b) { return (a + b - 1) / b; }

/// Reads the pixels of a scan and moves `next` behind them; false when they are damaged. `*isOver` where they end early.
static bool read_scan(Image *image, const uint8_t *header, size_t count, const uint8_t **next, const uint8_t *end,
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
    if (!dc[i]->isReady) define_first(&image->tables[0][tables >> 4]);
    if (!ac[i]->isReady) define_steps(&image->tables[1][tables & 15]);
  }
  int64_t units = (int64_t)divided(image->width, 8 * wide) * divided(image->height, 8 * high);
  if (scanned == 1) {
    units = (int64_t)divided(divided(image->width * components[0]->horizontal, wide), 8) *
            divided(divided(image->height * components[0]->vertical, high), 8);
  }
  Bits bits;
  start(&bits, *next, end);
  // A copy stays in registers.
  Reader reader = bits.reader;
  int predictions[MaxComponents] = {0};
  for (int64_t unit = 0; unit < units; unit++) {
    if (image->restartInterval > 0 && unit > 0 && unit % image->restartInterval == 0) {
      while (!bits.isLast) {
        bits.reader.place = bits.limit;
        load_piece(&bits);
      }
      while (bits.next + 1 < end && bits.next[1] == 0xFF) bits.next++;
      if (end - bits.next < 2 || bits.next[1] < 0xD0 || bits.next[1] > 0xD7) return true;
      start(&bits, bits.next + 2, end);
      reader = bits.reader;
      memset(predictions, 0, sizeof(predictions));
    }
    for (int i = 0; i < scanned; i++) {
      int blocks = scanned == 1 ? 1 : components[i]->horizontal * components[i]->vertical;
      for (int block = 0; block < blocks; block++) {
        if (bits.limit - reader.place < BlockSize && !bits.isLast) {
          bits.reader = reader;
          load_piece(&bits);
          reader = bits.reader;
        }
        bool isSound = read_block(&reader, dc[i], ac[i], &predictions[i]);
        // Bits behind the end mean nothing; libjpeg reports that.
        if (is_past_end(&reader, bits.limit)) return true;
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

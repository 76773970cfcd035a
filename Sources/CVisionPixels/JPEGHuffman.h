// The Huffman codes of JPEG files.

#ifndef VISION_JPEG_HUFFMAN_H
#define VISION_JPEG_HUFFMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LookupBits = 11, EndOfBlock = 0x80, BlockCoefficients = 64, MaxDCBits = 11 };

/// The maximum bits of a look-up of `step`. A filled reader has 56: after one of `first` (11) and one of `step`, the
/// 31 of the longest code and its value are left.
enum { MaxStepBits = 14 };

/// A function that is not inlined would keep the reader in memory, which takes half as long again.
#define INLINE static inline __attribute__((always_inline))

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
    /// For each 11 bits of coefficients what the codes and values that they begin with do together: the number of their bits, in the upper
    /// byte how far the place advances (beyond the block for a longer code), and whether they end the block.
    uint16_t step[1 << LookupBits];
    /// For each 11 bits at the start of a block the code and the value that they begin with.
    First first[1 << LookupBits];
  };
  /// For each length the first code after the last one, and what leads from a code to its symbol.
  int32_t end[17];
  int32_t offset[17];
  uint8_t symbols[256];
} Table;

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
      if (length == 0 || used + length > LookupBits || used + length + (symbol & 15) > MaxStepBits) break;
      used += length + (symbol & 15);
      distance += advance(symbol);
      end = advance(symbol) == 0 ? EndOfBlock : 0;
    }
    if (used == 0) distance = BlockCoefficients;
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
static bool read_tables(Table tables[2][4], const uint8_t *bytes, size_t count) {
  while (count >= 17) {
    int kind = bytes[0] >> 4, number = bytes[0] & 15, total = 0;
    for (int length = 1; length <= 16; length++) total += bytes[length];
    if (kind > 1 || number > 3 || total > 256 || count < 17 + (size_t)total) return false;
    Table *table = &tables[kind][number];
    memset(table->length, 0, sizeof(table->length));
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
    table->isReady = false;
    bytes += 17 + total;
    count -= 17 + (size_t)total;
  }
  return count == 0;
}

/// The next byte of a piece of a scan; the next bits, from the highest one on, and how many of them count.
typedef struct {
  const uint8_t *place;
  uint64_t bits;
  int count;
} Reader;

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

#endif

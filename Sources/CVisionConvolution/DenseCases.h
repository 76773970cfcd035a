// The cases of a switch over a tile's pixels, each a compile-time constant: calls of the template's function NAME(dense_tiles).

#ifndef VISION_DENSE_CASES_H
#define VISION_DENSE_CASES_H

#define CASE(pixels, vectors) case pixels: NAME(dense_tiles)(tile, tiles, pixels, vectors); break;
#define CASES_TO_3(vectors) CASE(1, vectors) CASE(2, vectors) CASE(3, vectors)
#define CASES_TO_6(vectors) CASES_TO_3(vectors) CASE(4, vectors) CASE(5, vectors) CASE(6, vectors)
#define CASES_TO_8(vectors) CASES_TO_6(vectors) CASE(7, vectors) CASE(8, vectors)
#define CASES_TO_12(vectors) \
  CASES_TO_8(vectors) CASE(9, vectors) CASE(10, vectors) CASE(11, vectors) CASE(12, vectors)
#define CASES_TO_16(vectors) \
  CASES_TO_12(vectors) CASE(13, vectors) CASE(14, vectors) CASE(15, vectors) CASE(16, vectors)

#endif

#ifndef VERBIO_TRANSLATION_KERNELS_H
#define VERBIO_TRANSLATION_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// The inner loops of a translation model: products of 8-bit matrices, and what a transformer does between them.
///
/// The products are exact in whole numbers, so that their bits do not depend on the processor. The loops over floats add
/// up in the order of their vectors.

/// The rows of a packed matrix come in blocks of this size.
#define VERBIO_INT8_BLOCK 16

/// Packs the rows of an 8-bit matrix for ``verbio_int8_product``: 16 rows side by side, four inputs of each at a time.
///
/// `rows` is row-major with `inputs` columns, a multiple of 4. `chosen` are the numbers of the rows to take, or null for the
/// first `count`. `packed` has room for `count`, rounded up to whole blocks, times `inputs`; the rows that are missing in the
/// last block become 0. `sums` are the sums of the rows, as many as `packed` has rows.
void verbio_int8_pack(const int8_t *rows, const uint32_t *chosen, int count, int inputs, int8_t *packed, int32_t *sums);

/// The nearest whole numbers of value * scale (halves to the even one), from -127 to 127, plus 127. What is no number becomes
/// one of them.
void verbio_int8_quantize(const float *values, ptrdiff_t count, float scale, uint8_t *output);

/// The largest magnitude of the values.
float verbio_largest(const float *values, ptrdiff_t count);

/// Quantized rows times a packed matrix: output[row * stride + o] = scale * Σ input * weight + bias[o], and nothing below 0 if
/// `positive`.
///
/// `input` is what ``verbio_int8_quantize`` wrote, `rows` * `inputs`. `outputs` is a multiple of 16. `bias` has `outputs`
/// numbers, or is null.
void verbio_int8_product(const uint8_t *input, int rows, int inputs, const int8_t *packed, const int32_t *sums,
                         const float *bias, float scale, int outputs, int positive, float *output, ptrdiff_t stride);

/// A row of an embedding: output[i] = row[i] * scale + position[i]; without a row, the position alone. `count` is a multiple
/// of 16.
void verbio_embed(const int8_t *row, float scale, const float *position, int count, float *output);

/// Layer normalization of x + residual: output = (sum − mean) / sqrt(variance + 1e-6) * gain + bias, for each row. `count` is
/// a multiple of 16.
void verbio_add_norm(const float *x, const float *residual, const float *gain, const float *bias, int rows, int count,
                     float *output);

/// A step of a simpler simple recurrent unit: memory = σ(forget) * memory + (1 − σ(forget)) * input, and output = the memory,
/// or 0 if it is negative. `count` is a multiple of 16.
void verbio_ssru_step(const float *forget, const float *input, float *memory, float *output, ptrdiff_t count);

/// Turns keys for ``verbio_attention``: output[i * padded + key] = keys[key * width + i], and 0 from `count` to `padded`.
void verbio_turn_keys(const float *keys, int count, int width, int padded, float *output);

/// Attention of several queries over the keys of one sentence.
///
/// `queries` and `output` are rows of heads * size numbers; `keys` are turned, with `padded` columns, a multiple of 16;
/// `values` are `count` rows. `scores` is room for `padded` numbers. `weights`, if not null, becomes the weights of the first
/// head, `padded` for each query. `size` is a multiple of 16.
void verbio_attention(const float *queries, int rows, const float *keys, const float *values, int count, int padded,
                      int heads, int size, float *scores, float *weights, float *output);

/// The number of the largest of the values; the first one of several. -1 if there is none above minus infinity.
int verbio_largest_place(const float *values, int count);

/// The logarithm of the sum of the exponentials of the values. `count` is at least 1.
float verbio_log_sum(const float *values, int count);

/// What the 8-bit products are compiled for on this processor: "avx512vnni", "avx2" or "plain".
const char *verbio_int8_name(void);

#endif

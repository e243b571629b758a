#include "TranslationKernels.h"

#include <math.h>
#include <string.h>

// Activations are stored as whole numbers plus 127, because the widest instructions multiply unsigned by signed numbers.
// The sums of the weights take the 127 away again.
#define OFFSET 127

void verbio_int8_pack(const int8_t *rows, const uint32_t *chosen, int count, int inputs, int8_t *packed, int32_t *sums)
{
    for (int block = 0; block < count; block += VERBIO_INT8_BLOCK) {
        for (int lane = 0; lane < VERBIO_INT8_BLOCK; lane++) {
            const int row = block + lane;
            int8_t *const to = packed + (size_t)block * inputs + 4 * lane;
            if (row >= count) {
                for (int input = 0; input < inputs; input += 4) memset(to + (size_t)input * VERBIO_INT8_BLOCK, 0, 4);
                sums[row] = 0;
                continue;
            }
            const int8_t *const from = rows + (size_t)(chosen ? chosen[row] : (uint32_t)row) * inputs;
            int32_t sum = 0;
            for (int input = 0; input < inputs; input++) sum += from[input];
            for (int input = 0; input < inputs; input += 4)
                memcpy(to + (size_t)input * VERBIO_INT8_BLOCK, from + input, 4);
            sums[row] = sum;
        }
    }
}

// MARK: Any processor

static void quantize_plain(const float *values, ptrdiff_t count, float scale, uint8_t *output)
{
    for (ptrdiff_t index = 0; index < count; index++) {
        const float value = rintf(values[index] * scale);
        const float bounded = value > -127.0f ? (value < 127.0f ? value : 127.0f) : -127.0f;
        output[index] = (uint8_t)((int)bounded + OFFSET);
    }
}

static void product_plain(const uint8_t *input, int rows, int inputs, const int8_t *packed, const int32_t *sums,
                          const float *bias, float scale, int outputs, int positive, float *output, ptrdiff_t stride)
{
    for (int row = 0; row < rows; row++) {
        const uint8_t *const values = input + (size_t)row * inputs;
        for (int block = 0; block < outputs; block += VERBIO_INT8_BLOCK) {
            const int8_t *at = packed + (size_t)block * inputs;
            int32_t total[VERBIO_INT8_BLOCK] = {0};
            for (int index = 0; index < inputs; index += 4, at += 4 * VERBIO_INT8_BLOCK)
                for (int lane = 0; lane < VERBIO_INT8_BLOCK; lane++)
                    for (int part = 0; part < 4; part++)
                        total[lane] += (int16_t)((int16_t)values[index + part] - OFFSET) * (int16_t)at[4 * lane + part];
            for (int lane = 0; lane < VERBIO_INT8_BLOCK; lane++) {
                const float value = (float)total[lane] * scale + (bias ? bias[block + lane] : 0.0f);
                output[row * stride + block + lane] = positive && !(value > 0) ? 0 : value;
            }
        }
    }
    (void)sums;
}

#if defined(__x86_64__)

#include <immintrin.h>

// MARK: AVX-512 with VNNI

#define WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma")))

static WIDE void quantize_avx512(const float *values, ptrdiff_t count, float scale, uint8_t *output)
{
    const __m512 factor = _mm512_set1_ps(scale);
    const __m512 least = _mm512_set1_ps(-127), most = _mm512_set1_ps(127);
    ptrdiff_t index = 0;
    for (; index + 16 <= count; index += 16) {
        // Of two operands of which the first is no number, the second is taken.
        const __m512 scaled = _mm512_max_ps(_mm512_mul_ps(_mm512_loadu_ps(values + index), factor), least);
        const __m512i whole =
            _mm512_add_epi32(_mm512_cvtps_epi32(_mm512_min_ps(scaled, most)), _mm512_set1_epi32(OFFSET));
        _mm_storeu_si128((__m128i *)(output + index), _mm512_cvtepi32_epi8(whole));
    }
    quantize_plain(values + index, count - index, scale, output + index);
}

static inline __attribute__((always_inline)) WIDE void tile_avx512(
    const uint8_t *input, const int rows, int inputs, const int8_t *packed, const int blocks, const int32_t *sums,
    const float *bias, float scale, int positive, float *output, ptrdiff_t stride)
{
    __m512i total[16];
#pragma clang loop unroll(full)
    for (int index = 0; index < rows * blocks; index++) total[index] = _mm512_setzero_si512();
    const size_t step = (size_t)VERBIO_INT8_BLOCK * inputs;
    for (int index = 0; index < inputs; index += 4) {
        const int8_t *const at = packed + (size_t)index * VERBIO_INT8_BLOCK;
        __m512i weights[8];
#pragma clang loop unroll(full)
        for (int block = 0; block < blocks; block++) weights[block] = _mm512_loadu_si512(at + block * step);
#pragma clang loop unroll(full)
        for (int row = 0; row < rows; row++) {
            int four;
            memcpy(&four, input + (size_t)row * inputs + index, 4);
            const __m512i value = _mm512_set1_epi32(four);
#pragma clang loop unroll(full)
            for (int block = 0; block < blocks; block++)
                total[row * blocks + block] = _mm512_dpbusd_epi32(total[row * blocks + block], value, weights[block]);
        }
    }
    const __m512 factor = _mm512_set1_ps(scale);
#pragma clang loop unroll(full)
    for (int block = 0; block < blocks; block++) {
        const int place = block * VERBIO_INT8_BLOCK;
        const __m512i excess = _mm512_mullo_epi32(_mm512_loadu_si512(sums + place), _mm512_set1_epi32(OFFSET));
        const __m512 start = bias ? _mm512_loadu_ps(bias + place) : _mm512_setzero_ps();
#pragma clang loop unroll(full)
        for (int row = 0; row < rows; row++) {
            const __m512 exact = _mm512_cvtepi32_ps(_mm512_sub_epi32(total[row * blocks + block], excess));
            __m512 value = _mm512_add_ps(_mm512_mul_ps(exact, factor), start);
            if (positive) value = _mm512_max_ps(value, _mm512_setzero_ps());
            _mm512_storeu_ps(output + row * stride + place, value);
        }
    }
}

#define TILE(kind, rows, blocks)                                                                                          \
    tile_##kind(input + (size_t)row * inputs, rows, inputs, packed + (size_t)block * VERBIO_INT8_BLOCK * inputs, blocks, \
                sums + block * VERBIO_INT8_BLOCK, bias ? bias + block * VERBIO_INT8_BLOCK : NULL, scale, positive,       \
                output + row * stride + block * VERBIO_INT8_BLOCK, stride)

static WIDE void product_avx512(const uint8_t *input, int rows, int inputs, const int8_t *packed, const int32_t *sums,
                                const float *bias, float scale, int outputs, int positive, float *output,
                                ptrdiff_t stride)
{
    const int all = outputs / VERBIO_INT8_BLOCK;
    for (int block = 0; block < all;) {
        // The weights of a few blocks stay in the first cache while all rows are multiplied with them.
        const int blocks = all - block >= 8 && rows == 1 ? 8 : all - block >= 4 ? 4 : all - block >= 2 ? 2 : 1;
        int row = 0;
        if (blocks == 8) {
            TILE(avx512, 1, 8);
            row = 1;
        }
        for (; row + 4 <= rows; row += 4)
            if (blocks == 4) TILE(avx512, 4, 4);
            else if (blocks == 2) TILE(avx512, 4, 2);
            else TILE(avx512, 4, 1);
        for (; row + 2 <= rows; row += 2)
            if (blocks == 4) TILE(avx512, 2, 4);
            else if (blocks == 2) TILE(avx512, 2, 2);
            else TILE(avx512, 2, 1);
        for (; row < rows; row++)
            if (blocks == 4) TILE(avx512, 1, 4);
            else if (blocks == 2) TILE(avx512, 1, 2);
            else TILE(avx512, 1, 1);
        block += blocks;
    }
}

// MARK: AVX2

#define HALF __attribute__((target("avx2,fma")))

static HALF void quantize_avx2(const float *values, ptrdiff_t count, float scale, uint8_t *output)
{
    const __m256 factor = _mm256_set1_ps(scale);
    const __m256 least = _mm256_set1_ps(-127), most = _mm256_set1_ps(127);
    ptrdiff_t index = 0;
    for (; index + 8 <= count; index += 8) {
        const __m256 scaled = _mm256_max_ps(_mm256_mul_ps(_mm256_loadu_ps(values + index), factor), least);
        const __m256i whole =
            _mm256_add_epi32(_mm256_cvtps_epi32(_mm256_min_ps(scaled, most)), _mm256_set1_epi32(OFFSET));
        const __m256i words = _mm256_permute4x64_epi64(_mm256_packus_epi32(whole, whole), 0x08);
        const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_castsi256_si128(words));
        _mm_storel_epi64((__m128i *)(output + index), bytes);
    }
    quantize_plain(values + index, count - index, scale, output + index);
}

// A block is two vectors. The sign of the activation goes to the weight, and two products of at most 127 * 127 fit into 16
// bits.
static inline __attribute__((always_inline)) HALF void tile_avx2(
    const uint8_t *input, const int rows, int inputs, const int8_t *packed, const int blocks, const int32_t *sums,
    const float *bias, float scale, int positive, float *output, ptrdiff_t stride)
{
    __m256i total[8];
#pragma clang loop unroll(full)
    for (int index = 0; index < 2 * rows * blocks; index++) total[index] = _mm256_setzero_si256();
    const size_t step = (size_t)VERBIO_INT8_BLOCK * inputs;
    const __m256i ones = _mm256_set1_epi16(1), offset = _mm256_set1_epi8(OFFSET);
    for (int index = 0; index < inputs; index += 4) {
        const int8_t *const at = packed + (size_t)index * VERBIO_INT8_BLOCK;
#pragma clang loop unroll(full)
        for (int row = 0; row < rows; row++) {
            int four;
            memcpy(&four, input + (size_t)row * inputs + index, 4);
            const __m256i value = _mm256_sub_epi8(_mm256_set1_epi32(four), offset);
            const __m256i magnitude = _mm256_abs_epi8(value);
#pragma clang loop unroll(full)
            for (int half = 0; half < 2 * blocks; half++) {
                const __m256i weights = _mm256_loadu_si256((const __m256i *)(at + (half / 2) * step + 32 * (half % 2)));
                const __m256i pairs = _mm256_maddubs_epi16(magnitude, _mm256_sign_epi8(weights, value));
                __m256i *const sum = &total[row * 2 * blocks + half];
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
    }
    const __m256 factor = _mm256_set1_ps(scale);
#pragma clang loop unroll(full)
    for (int row = 0; row < rows; row++)
#pragma clang loop unroll(full)
        for (int half = 0; half < 2 * blocks; half++) {
            const __m256 start = bias ? _mm256_loadu_ps(bias + 8 * half) : _mm256_setzero_ps();
            __m256 value = _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(total[row * 2 * blocks + half]), factor), start);
            if (positive) value = _mm256_max_ps(value, _mm256_setzero_ps());
            _mm256_storeu_ps(output + row * stride + 8 * half, value);
        }
    (void)sums;
}

static HALF void product_avx2(const uint8_t *input, int rows, int inputs, const int8_t *packed, const int32_t *sums,
                              const float *bias, float scale, int outputs, int positive, float *output,
                              ptrdiff_t stride)
{
    const int all = outputs / VERBIO_INT8_BLOCK;
    for (int block = 0; block < all;) {
        const int blocks = all - block >= 2 ? 2 : 1;
        int row = 0;
        for (; row + 2 <= rows; row += 2)
            if (blocks == 2) TILE(avx2, 2, 2);
            else TILE(avx2, 2, 1);
        for (; row < rows; row++)
            if (blocks == 2) TILE(avx2, 1, 2);
            else TILE(avx2, 1, 1);
        block += blocks;
    }
}

static int level(void)
{
    if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return 2;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}

#define CHOSEN(x) (level() == 2 ? x##_avx512 : level() == 1 ? x##_avx2 : x##_plain)

#else

static int level(void) { return 0; }

#define CHOSEN(x) x##_plain

#endif

void verbio_int8_quantize(const float *values, ptrdiff_t count, float scale, uint8_t *output)
{
    CHOSEN(quantize)(values, count, scale, output);
}

void verbio_int8_product(const uint8_t *input, int rows, int inputs, const int8_t *packed, const int32_t *sums,
                         const float *bias, float scale, int outputs, int positive, float *output, ptrdiff_t stride)
{
    CHOSEN(product)(input, rows, inputs, packed, sums, bias, scale, outputs, positive, output, stride);
}

const char *verbio_int8_name(void)
{
    const char *const names[] = {"plain", "avx2", "avx512vnni"};
    return names[level()];
}

// Whether quick division (Strategy.quick_division) rounds rightly on a device:
//   nvcc -arch=native -o division benchmarks/gpu/division.cu && ./division
// Every float whose reciprocal is normal; doubles whose mantissa is all ones (for which there is no
// proof) or close to it, at every exponent; then ten thousand million others. Compared with 1/x.
#include <cstdint>
#include <cstdio>

__device__ float quick(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  float rest = __fmaf_rn(-x, r, 1.0f);
  return __fmaf_rn(r, rest, r);
}

__device__ double quick(double x) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  double rest = __fma_rn(-x, r, 1.0);
  r = __fma_rn(r, __fma_rn(rest, rest, rest), r);
  rest = __fma_rn(-x, r, 1.0);
  return __fma_rn(r, rest, r);
}

__device__ unsigned long long wrong, asked;

__global__ void every_float() {
  unsigned long long count = 0, bad = 0;
  uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
  for (uint64_t bits = blockIdx.x * blockDim.x + threadIdx.x; bits < 1ull << 32; bits += stride) {
    float x = __uint_as_float((uint32_t)bits), y = __frcp_rn(x);
    if (!(fabsf(x) >= 0x1p-126f && fabsf(x) <= 0x1p126f)) continue;
    ++count;
    bad += __float_as_uint(quick(x)) != __float_as_uint(y);
  }
  atomicAdd(&asked, count);
  atomicAdd(&wrong, bad);
}

__device__ void ask(uint64_t bits, unsigned long long& count, unsigned long long& bad) {
  double x = __longlong_as_double(bits);
  if (!(fabs(x) >= 0x1p-1022 && fabs(x) <= 0x1p1022)) return;
  ++count;
  bad += __double_as_longlong(quick(x)) != __double_as_longlong(__drcp_rn(x));
}

__global__ void doubles_of_ones(uint64_t near) {
  unsigned long long count = 0, bad = 0;
  uint64_t stride = (uint64_t)gridDim.x * blockDim.x, ones = (1ull << 52) - 1;
  for (uint64_t k = blockIdx.x * blockDim.x + threadIdx.x; k < 2048 * near; k += stride) {
    ask(k / near << 52 | (ones - k % near), count, bad);
    ask(k / near << 52 | (k % near), count, bad);
  }
  atomicAdd(&asked, count);
  atomicAdd(&wrong, bad);
}

__global__ void other_doubles(uint64_t times) {
  unsigned long long count = 0, bad = 0;
  uint64_t state = 0x9E3779B97F4A7C15ull * (blockIdx.x * blockDim.x + threadIdx.x + 1);
  for (uint64_t k = 0; k < times; ++k) {  // splitmix64
    uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    ask(z ^ z >> 31, count, bad);
  }
  atomicAdd(&asked, count);
  atomicAdd(&wrong, bad);
}

static int tell(const char* what) {
  unsigned long long bad = 0, count = 0, none = 0;
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&bad, wrong, sizeof bad);
  cudaMemcpyFromSymbol(&count, asked, sizeof count);
  cudaMemcpyToSymbol(wrong, &none, sizeof none);
  cudaMemcpyToSymbol(asked, &none, sizeof none);
  printf("%s: %llu asked, %llu differ (%s)\n", what, count, bad, cudaGetErrorString(error));
  return bad || !count || error != cudaSuccess;
}

int main() {
  int bad = 0;
  every_float<<<4096, 256>>>();
  bad |= tell("every float");
  doubles_of_ones<<<4096, 256>>>(1 << 16);
  bad |= tell("doubles near all ones and near powers of two");
  other_doubles<<<4096, 256>>>(10000);
  bad |= tell("other doubles");
  return bad;
}

// The part of LiteRT's C interface that this project uses, and the loader that finds it in a shared library at run
// time.
//
// The wheel `ai-edge-litert` 2.3.0 ships the library without headers; these declarations are written from its published
// C interface. Nothing in the file contains its version, so scripts/setup pins it by its SHA-256: a library with other
// signatures must not be loaded.
#ifndef CLITERT_H
#define CLITERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int LiteRtStatus;
typedef struct LiteRtEnvironmentT *LiteRtEnvironment;
typedef struct LiteRtModelT *LiteRtModel;
typedef struct LiteRtOptionsT *LiteRtOptions;
typedef struct LiteRtOpaqueOptionsT *LiteRtOpaqueOptions;
typedef struct LiteRtCompiledModelT *LiteRtCompiledModel;
typedef struct LiteRtSubgraphT *LiteRtSubgraph;
typedef struct LiteRtTensorT *LiteRtTensor;
typedef struct LiteRtTensorBufferT *LiteRtTensorBuffer;

/// A value of an environment option: `type` 2 is a 64-bit integer.
typedef struct {
  int type;
  union {
    bool boolean;
    int64_t integer;
    double real;
    const char *text;
    const void *pointer;
  } value;
} LiteRtAny;

/// An environment option: tag 24 turns off probing for accelerators, tag 25 sets the minimum severity that is logged.
typedef struct {
  int tag;
  LiteRtAny value;
} LiteRtEnvOption;

/// Shape of a tensor. The first word holds the rank (low 7 bits) and whether strides are given (bit 7).
typedef struct {
  uint32_t rankAndFlags;
  int32_t dimensions[8];
  uint32_t strides[8];
} LiteRtLayout;

typedef struct {
  int elementType;
  LiteRtLayout layout;
} LiteRtRankedTensorType;

typedef struct {
  float scale;
  int64_t zeroPoint;
} LiteRtQuantizationPerTensor;

_Static_assert(sizeof(LiteRtAny) == 16, "LiteRtAny is 16 bytes");
_Static_assert(sizeof(LiteRtEnvOption) == 24, "LiteRtEnvOption is 24 bytes");
_Static_assert(sizeof(LiteRtLayout) == 68, "LiteRtLayout is 68 bytes");
_Static_assert(sizeof(LiteRtRankedTensorType) == 72, "LiteRtRankedTensorType is 72 bytes");
_Static_assert(sizeof(LiteRtQuantizationPerTensor) == 16, "LiteRtQuantizationPerTensor is 16 bytes");

/// A custom operator. The library copies the struct, and passes `user` to every function; it ignores the returned
/// status.
typedef struct {
  LiteRtStatus (*Init)(void *user, const void *options, size_t optionsSize);
  LiteRtStatus (*GetOutputLayouts)(void *user, size_t inputCount, const LiteRtLayout *inputs, size_t outputCount,
                                   LiteRtLayout *outputs);
  LiteRtStatus (*Run)(void *user, size_t inputCount, const LiteRtTensorBuffer *inputs, size_t outputCount,
                      LiteRtTensorBuffer *outputs);
  LiteRtStatus (*Destroy)(void *user);
} LiteRtCustomOpKernel;

/// The functions that are used, each under its name without the prefix `LiteRt`: _(result, name, parameters).
#define LITERT_FUNCTIONS(_) \
  _(LiteRtStatus, CreateEnvironment, (int optionCount, const LiteRtEnvOption *options, LiteRtEnvironment *result)) \
  _(LiteRtStatus, CreateModelFromBuffer, (LiteRtEnvironment, const void *bytes, size_t count, LiteRtModel *result)) \
  _(void, DestroyModel, (LiteRtModel)) \
  _(LiteRtStatus, GetModelSubgraph, (LiteRtModel, size_t index, LiteRtSubgraph *result)) \
  _(LiteRtStatus, GetNumSubgraphInputs, (LiteRtSubgraph, size_t *result)) \
  _(LiteRtStatus, GetSubgraphInput, (LiteRtSubgraph, size_t index, LiteRtTensor *result)) \
  _(LiteRtStatus, GetNumSubgraphOutputs, (LiteRtSubgraph, size_t *result)) \
  _(LiteRtStatus, GetSubgraphOutput, (LiteRtSubgraph, size_t index, LiteRtTensor *result)) \
  _(LiteRtStatus, GetTensorName, (LiteRtTensor, const char **result)) \
  _(LiteRtStatus, GetRankedTensorType, (LiteRtTensor, LiteRtRankedTensorType *result)) \
  _(LiteRtStatus, GetQuantizationTypeId, (LiteRtTensor, int *result)) \
  _(LiteRtStatus, GetPerTensorQuantization, (LiteRtTensor, LiteRtQuantizationPerTensor *result)) \
  _(LiteRtStatus, CreateOptions, (LiteRtOptions *result)) \
  _(void, DestroyOptions, (LiteRtOptions)) \
  _(LiteRtStatus, SetOptionsHardwareAccelerators, (LiteRtOptions, int set)) \
  _(LiteRtStatus, CreateOpaqueOptions, \
    (const char *identifier, void *payload, void (*destroy)(void *), LiteRtOpaqueOptions *result)) \
  _(LiteRtStatus, AddOpaqueOptions, (LiteRtOptions, LiteRtOpaqueOptions)) \
  _(LiteRtStatus, AddCustomOpKernelOption, \
    (LiteRtOptions, const char *name, int version, const LiteRtCustomOpKernel *, void *user)) \
  _(LiteRtStatus, CreateCompiledModel, (LiteRtEnvironment, LiteRtModel, LiteRtOptions, LiteRtCompiledModel *result)) \
  _(void, DestroyCompiledModel, (LiteRtCompiledModel)) \
  _(LiteRtStatus, GetCompiledModelOutputTensorLayouts, \
    (LiteRtCompiledModel, size_t signature, size_t count, LiteRtLayout *result, bool updateAllocation)) \
  _(LiteRtStatus, RunCompiledModel, \
    (LiteRtCompiledModel, size_t signature, size_t inputCount, LiteRtTensorBuffer *inputs, size_t outputCount, \
     LiteRtTensorBuffer *outputs)) \
  _(LiteRtStatus, CreateTensorBufferFromHostMemory, \
    (const LiteRtRankedTensorType *, void *address, size_t count, void (*deallocate)(void *), \
     LiteRtTensorBuffer *result)) \
  _(LiteRtStatus, GetTensorBufferTensorType, (LiteRtTensorBuffer, LiteRtRankedTensorType *result)) \
  _(LiteRtStatus, GetTensorBufferSize, (LiteRtTensorBuffer, size_t *result)) \
  _(LiteRtStatus, GetTensorBufferHostMemory, (LiteRtTensorBuffer, void **result)) \
  _(void, DestroyTensorBuffer, (LiteRtTensorBuffer))

/// The library's functions.
typedef struct {
#define LITERT_FIELD(result, name, parameters) result (*name)parameters;
  LITERT_FUNCTIONS(LITERT_FIELD)
#undef LITERT_FIELD
} LiteRtFunctions;

/// Opens the shared library at `path` and fills `functions`. The library stays open for the life of the process.
///
/// Returns true when every function was found; else false, with the loader's explanation in `message`.
bool vision_litert_open(const char *path, LiteRtFunctions *functions, char *message, size_t capacity);

#endif

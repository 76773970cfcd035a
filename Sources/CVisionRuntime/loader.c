#include "CVisionRuntime.h"

#include <dlfcn.h>

#include "CVisionLoader.h"

#define SYMBOL(function) {"LiteRt" #function, offsetof(VisionRuntimeFunctions, function)}

static const VisionSymbol symbols[] = {
    SYMBOL(CreateEnvironment),
    SYMBOL(CreateModelFromBuffer),
    SYMBOL(DestroyModel),
    SYMBOL(GetModelSubgraph),
    SYMBOL(GetNumSubgraphInputs),
    SYMBOL(GetSubgraphInput),
    SYMBOL(GetNumSubgraphOutputs),
    SYMBOL(GetSubgraphOutput),
    SYMBOL(GetTensorName),
    SYMBOL(GetRankedTensorType),
    SYMBOL(GetQuantizationTypeId),
    SYMBOL(GetPerTensorQuantization),
    SYMBOL(CreateOptions),
    SYMBOL(DestroyOptions),
    SYMBOL(SetOptionsHardwareAccelerators),
    SYMBOL(CreateOpaqueOptions),
    SYMBOL(AddOpaqueOptions),
    SYMBOL(AddCustomOpKernelOption),
    SYMBOL(CreateCompiledModel),
    SYMBOL(DestroyCompiledModel),
    SYMBOL(GetCompiledModelOutputTensorLayouts),
    SYMBOL(RunCompiledModel),
    SYMBOL(CreateTensorBufferFromHostMemory),
    SYMBOL(GetTensorBufferTensorType),
    SYMBOL(GetTensorBufferSize),
    SYMBOL(GetTensorBufferHostMemory),
    SYMBOL(DestroyTensorBuffer),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionRuntimeFunctions) / sizeof(void *),
               "every function of the table is looked up");

bool vision_runtime_open(const char *path, VisionRuntimeFunctions *functions, char *message, size_t messageCapacity) {
  void *library = vision_library_open(path, message, messageCapacity);
  if (library == NULL) return false;
  bool isFound = vision_library_find(library, path, symbols, sizeof(symbols) / sizeof(symbols[0]), functions, message,
                                     messageCapacity);
  if (!isFound) dlclose(library);
  return isFound;
}

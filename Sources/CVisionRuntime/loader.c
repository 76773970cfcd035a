#include "CVisionRuntime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *name;
  size_t offset;
} Symbol;

#define SYMBOL(function) {"LiteRt" #function, offsetof(VisionRuntimeFunctions, function)}

static const Symbol symbols[] = {
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
    SYMBOL(GetTensorBufferHostMemory),
    SYMBOL(DestroyTensorBuffer),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionRuntimeFunctions) / sizeof(void *),
               "every function of the table is looked up");

bool vision_runtime_open(const char *path, VisionRuntimeFunctions *functions, char *message, size_t messageCapacity) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(message, messageCapacity, "%s", reason != NULL ? reason : "the library cannot be opened");
    return false;
  }
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
    void *address = dlsym(library, symbols[i].name);
    if (address == NULL) {
      snprintf(message, messageCapacity, "%s has no function %s", path, symbols[i].name);
      dlclose(library);
      return false;
    }
    memcpy((char *)functions + symbols[i].offset, &address, sizeof(address));
  }
  return true;
}

#include "CVisionRuntime.h"

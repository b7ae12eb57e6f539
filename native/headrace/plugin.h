// The header to include in user-built operator libraries.
#pragma once
#include "plugin/plugin.h"

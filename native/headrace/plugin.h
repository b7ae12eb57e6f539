// The header of operators in libraries of one's own.
#pragma once
#include "plugin/plugin.h"

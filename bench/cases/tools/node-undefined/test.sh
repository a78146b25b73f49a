#!/bin/sh
# Interesting: the script prints what node says about a property of undefined, for the right function.
timeout 10 node input.js 2>/dev/null | grep -q "handler[0-9]* .*undefined (reading 'depth')"

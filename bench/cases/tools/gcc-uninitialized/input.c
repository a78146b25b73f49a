static int g_0 = 54;
static int g_1 = 14;
static int g_2 = 78;
static int g_3 = 11;
static int g_4 = 69;
static int g_5 = 66;
static int g_6 = 45;
static int g_7 = 86;
static int g_8 = 12;
static int g_9 = 11;
static int g_10 = 93;
static int g_11 = 30;
static int g_12 = 12;
static int g_13 = 11;

static int f_0(int x, int y) {
    for (int i = 0; i < 8; i++) {
        g_4 ^= i + g_4;
    }
    while (g_4 > 87) {
        g_4 /= 2;
    }
    if (g_9 > 0) {
        g_5 -= 1;
    } else {
        g_9 = g_5;
    }
    g_1 += g_0 * 3;
    while (g_8 > 62) {
        g_8 /= 2;
    }
    return x - y + g_9;
}

static int f_1(int x, int y) {
    g_12 += g_11 * 0;
    g_13 += g_0 * 2;
    g_13 += g_6 * 2;
    g_9 = f_0(g_4, 2);
    return x - y + g_4;
}

static int f_2(int x, int y) {
    g_13 += g_5 * 5;
    if (g_6 > 28) {
        g_1 -= 2;
    } else {
        g_6 = g_1;
    }
    g_10 = f_1(g_10, 4);
    g_12 += g_3 * 6;
    for (int i = 0; i < 3; i++) {
        g_8 ^= i + g_0;
    }
    return x - y + g_8;
}

static int f_3(int x, int y) {
    g_13 += g_5 * 3;
    g_5 += g_12 * 8;
    g_2 += g_1 * 5;
    for (int i = 0; i < 4; i++) {
        g_6 ^= i + g_10;
    }
    g_1 += g_8 * 7;
    return x - y + g_2;
}

static int f_4(int x, int y) {
    while (g_8 > 41) {
        g_8 /= 2;
    }
    g_6 += g_8 * 3;
    g_3 += g_4 * 4;
    g_6 += g_11 * 2;
    return x - y + g_9;
}

static int f_5(int x, int y) {
    if (g_9 > 44) {
        g_10 -= 4;
    } else {
        g_9 = g_10;
    }
    if (g_12 > 21) {
        g_6 -= 4;
    } else {
        g_12 = g_6;
    }
    if (g_0 > 41) {
        g_1 -= 4;
    } else {
        g_0 = g_1;
    }
    while (g_9 > 28) {
        g_9 /= 2;
    }
    while (g_10 > 18) {
        g_10 /= 2;
    }
    for (int i = 0; i < 2; i++) {
        g_11 ^= i + g_6;
    }
    return x - y + g_1;
}

static int f_6(int x, int y) {
    g_8 += g_0 * 5;
    while (g_1 > 24) {
        g_1 /= 2;
    }
    while (g_11 > 45) {
        g_11 /= 2;
    }
    return x - y + g_12;
}

static int f_7(int x, int y) {
    for (int i = 0; i < 4; i++) {
        g_2 ^= i + g_1;
    }
    if (g_6 > 28) {
        g_6 -= 1;
    } else {
        g_6 = g_6;
    }
    for (int i = 0; i < 4; i++) {
        g_13 ^= i + g_7;
    }
    g_13 += g_3 * 6;
    if (g_13 > 6) {
        g_12 -= 3;
    } else {
        g_13 = g_12;
    }
    for (int i = 0; i < 4; i++) {
        g_12 ^= i + g_5;
    }
    return x - y + g_9;
}

static int f_8(int x, int y) {
    g_13 += g_3 * 1;
    while (g_2 > 49) {
        g_2 /= 2;
    }
    if (g_10 > 2) {
        g_4 -= 2;
    } else {
        g_10 = g_4;
    }
    return x - y + g_7;
}

int f_9(int x, int y) {
    int late;
    int rest = g_2 + 1;
    if (x > 3) {
        late = y + g_1;
    }
    while (rest > y) {
        rest -= 2;
    }
    if (g_4 < x + 20) {
        return late * rest;
    }
    g_13 = f_4(g_0, 1);
    if (g_9 > 3) {
        g_9 -= 1;
    } else {
        g_9 = g_9;
    }
    for (int i = 0; i < 8; i++) {
        g_4 ^= i + g_0;
    }
    return x - y + g_2;
}

static int f_10(int x, int y) {
    if (g_5 > 8) {
        g_8 -= 5;
    } else {
        g_5 = g_8;
    }
    for (int i = 0; i < 4; i++) {
        g_12 ^= i + g_11;
    }
    while (g_5 > 24) {
        g_5 /= 2;
    }
    if (g_13 > 18) {
        g_3 -= 6;
    } else {
        g_13 = g_3;
    }
    if (g_12 > 41) {
        g_0 -= 3;
    } else {
        g_12 = g_0;
    }
    return x - y + g_3;
}

static int f_11(int x, int y) {
    if (g_13 > 41) {
        g_5 -= 7;
    } else {
        g_13 = g_5;
    }
    g_4 += g_13 * 0;
    for (int i = 0; i < 3; i++) {
        g_7 = f_3(g_5, f_3(g_5, i));
    }
    g_1 = f_5(g_10, 3);
    g_4 = f_7(g_0, 7);
    g_1 = f_8(g_1, 7);
    g_1 += g_6 * 7;
    return x - y + g_2;
}

static int f_12(int x, int y) {
    g_6 += g_7 * 1;
    for (int i = 0; i < 4; i++) {
        g_3 ^= i + g_1;
    }
    if (g_7 > 21) {
        g_7 -= 8;
    } else {
        g_7 = g_7;
    }
    while (g_0 > 38) {
        g_0 /= 2;
    }
    return x - y + g_7;
}

static int f_13(int x, int y) {
    g_9 = f_1(g_9, 0);
    g_6 += g_8 * 3;
    while (g_8 > 50) {
        g_8 /= 2;
    }
    g_3 += g_1 * 7;
    return x - y + g_4;
}

static int f_14(int x, int y) {
    if (g_7 > 4) {
        g_12 -= 7;
    } else {
        g_7 = g_12;
    }
    g_10 += g_5 * 3;
    for (int i = 0; i < 2; i++) {
        g_4 ^= i + g_10;
    }
    g_1 = f_7(g_11, 4);
    g_2 += g_8 * 8;
    g_0 = f_10(g_10, 0);
    return x - y + g_8;
}

static int f_15(int x, int y) {
    while (g_12 > 27) {
        g_12 /= 2;
    }
    if (g_10 > 24) {
        g_5 -= 5;
    } else {
        g_10 = g_5;
    }
    for (int i = 0; i < 7; i++) {
        g_11 ^= i + g_0;
    }
    if (g_10 > 1) {
        g_2 -= 7;
    } else {
        g_10 = g_2;
    }
    return x - y + g_11;
}

int main(void) {
    g_1 = f_0(7, g_3);
    g_13 = f_1(0, g_4);
    g_7 = f_2(2, g_13);
    g_3 = f_3(4, g_11);
    g_5 = f_4(3, g_1);
    g_6 = f_5(0, g_10);
    g_2 = f_6(0, g_5);
    g_7 = f_7(3, g_1);
    g_7 = f_8(5, g_8);
    g_13 = f_9(7, g_10);
    g_3 = f_10(3, g_3);
    g_13 = f_11(7, g_3);
    g_4 = f_12(7, g_4);
    g_3 = f_13(5, g_0);
    g_6 = f_14(2, g_5);
    g_6 = f_15(0, g_9);
    return 0;
}

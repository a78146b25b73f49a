static int g_0 = 41;
static int g_1 = 19;
static int g_2 = 50;
static int g_3 = 83;
static int g_4 = 6;
static int g_5 = 9;
static int g_6 = 68;
static int g_7 = 12;
static int g_8 = 46;
static int g_9 = 74;
static int g_10 = 7;
static int g_11 = 64;
static int g_12 = 27;
static int g_13 = 4;

static int f_0(int x, int y) {
    g_6 += g_6 * 3;
    while (g_1 > 17) {
        g_1 /= 2;
    }
    g_13 += g_9 * 3;
    return x - y + g_10;
}

static int f_1(int x, int y) {
    g_9 = f_0(g_9, 3);
    if (g_0 > 18) {
        g_8 -= 6;
    } else {
        g_0 = g_8;
    }
    g_2 += g_8 * 4;
    return x - y + g_8;
}

static int f_2(int x, int y) {
    while (g_1 > 34) {
        g_1 /= 2;
    }
    while (g_5 > 18) {
        g_5 /= 2;
    }
    while (g_9 > 36) {
        g_9 /= 2;
    }
    while (g_7 > 64) {
        g_7 /= 2;
    }
    return x - y + g_12;
}

static int f_3(int x, int y) {
    g_7 = f_1(g_9, 4);
    if (g_3 > 44) {
        g_12 -= 3;
    } else {
        g_3 = g_12;
    }
    for (int i = 0; i < 6; i++) {
        g_1 ^= i + g_9;
    }
    g_7 = f_1(g_5, 1);
    g_1 = f_0(g_8, 5);
    return x - y + g_2;
}

static int f_4(int x, int y) {
    g_6 += g_0 * 8;
    for (int i = 0; i < 4; i++) {
        g_9 ^= i + g_12;
    }
    while (g_11 > 73) {
        g_11 /= 2;
    }
    g_9 = f_0(g_12, 1);
    g_4 += g_7 * 0;
    for (int i = 0; i < 7; i++) {
        g_11 ^= i + g_11;
    }
    return x - y + g_9;
}

static int f_5(int x, int y) {
    g_4 = f_2(g_11, 0);
    if (g_7 > 39) {
        g_5 -= 1;
    } else {
        g_7 = g_5;
    }
    if (g_7 > 49) {
        g_0 -= 4;
    } else {
        g_7 = g_0;
    }
    if (g_2 > 25) {
        g_11 -= 6;
    } else {
        g_2 = g_11;
    }
    g_13 += g_7 * 2;
    while (g_7 > 45) {
        g_7 /= 2;
    }
    return x - y + g_2;
}

static int f_6(int x, int y) {
    for (int i = 0; i < 7; i++) {
        g_13 ^= i + g_8;
    }
    g_6 = f_1(g_5, 2);
    if (g_1 > 14) {
        g_2 -= 3;
    } else {
        g_1 = g_2;
    }
    while (g_0 > 33) {
        g_0 /= 2;
    }
    g_4 += g_4 * 2;
    for (int i = 0; i < 6; i++) {
        g_6 ^= i + g_8;
    }
    return x - y + g_9;
}

static int f_7(int x, int y) {
    while (g_2 > 89) {
        g_2 /= 2;
    }
    g_10 += g_10 * 7;
    while (g_13 > 60) {
        g_13 /= 2;
    }
    g_6 = f_0(g_6, 7);
    g_10 += g_6 * 3;
    return x - y + g_1;
}

static int f_8(int x, int y) {
    g_7 += g_2 * 5;
    g_9 += g_0 * 0;
    while (g_9 > 22) {
        g_9 /= 2;
    }
    g_5 += g_9 * 1;
    return x - y + g_13;
}

static int f_9(int x, int y) {
    if (g_9 > 40) {
        g_6 -= 4;
    } else {
        g_9 = g_6;
    }
    for (int i = 0; i < 5; i++) {
        g_5 ^= i + g_9;
    }
    g_1 = f_7(g_1, 7);
    g_7 += g_4 * 2;
    return x - y + g_1;
}

static int f_10(int x, int y) {
    g_11 = f_2(g_4, 8);
    while (g_0 > 56) {
        g_0 /= 2;
    }
    while (g_2 > 13) {
        g_2 /= 2;
    }
    for (int i = 0; i < 7; i++) {
        g_12 ^= i + g_8;
    }
    for (int i = 0; i < 6; i++) {
        g_13 ^= i + g_1;
    }
    return x - y + g_5;
}

static int f_11(int x, int y) {
    if (g_5 > 34) {
        g_12 -= 8;
    } else {
        g_5 = g_12;
    }
    for (int i = 0; i < 7; i++) {
        g_12 ^= i + g_8;
    }
    for (int i = 0; i < 3; i++) {
        g_7 = f_3(g_5, f_3(g_5, i));
    }
    if (g_3 > 15) {
        g_9 -= 6;
    } else {
        g_3 = g_9;
    }
    if (g_11 > 12) {
        g_12 -= 8;
    } else {
        g_11 = g_12;
    }
    return x - y + g_5;
}

static int f_12(int x, int y) {
    for (int i = 0; i < 5; i++) {
        g_0 ^= i + g_12;
    }
    while (g_4 > 54) {
        g_4 /= 2;
    }
    for (int i = 0; i < 4; i++) {
        g_7 ^= i + g_12;
    }
    return x - y + g_1;
}

static int f_13(int x, int y) {
    g_1 = f_3(g_3, 5);
    while (g_3 > 88) {
        g_3 /= 2;
    }
    g_13 = f_10(g_0, 5);
    g_12 += g_10 * 1;
    return x - y + g_6;
}

static int f_14(int x, int y) {
    g_7 = f_12(g_2, 5);
    g_1 = f_7(g_12, 6);
    if (g_11 > 10) {
        g_1 -= 2;
    } else {
        g_11 = g_1;
    }
    while (g_0 > 69) {
        g_0 /= 2;
    }
    return x - y + g_12;
}

static int f_15(int x, int y) {
    while (g_9 > 70) {
        g_9 /= 2;
    }
    if (g_10 > 35) {
        g_5 -= 8;
    } else {
        g_10 = g_5;
    }
    g_2 += g_0 * 1;
    if (g_8 > 27) {
        g_11 -= 3;
    } else {
        g_8 = g_11;
    }
    return x - y + g_13;
}

int main(void) {
    g_13 = f_0(3, g_0);
    g_4 = f_1(3, g_4);
    g_8 = f_2(3, g_12);
    g_9 = f_3(5, g_4);
    g_8 = f_4(6, g_13);
    g_2 = f_5(0, g_11);
    g_5 = f_6(7, g_10);
    g_9 = f_7(8, g_6);
    g_13 = f_8(8, g_2);
    g_8 = f_9(2, g_8);
    g_8 = f_10(0, g_13);
    g_7 = f_11(2, g_9);
    g_0 = f_12(2, g_2);
    g_2 = f_13(7, g_9);
    g_11 = f_14(1, g_8);
    g_0 = f_15(5, g_10);
    return 0;
}

/* Generic helpers: templates, operators, constant evaluation. */
typedef decltype(sizeof 0) size_type;

template <typename T, size_type N = 4>
class Buffer {
    T data_[N] = {};
    size_type used_ = 0;

public:
    using value_type = T;
    static constexpr size_type capacity = N;

    constexpr Buffer() = default;
    template <typename... Args>
    constexpr explicit Buffer(T first, Args... rest) : data_{first, rest...}, used_{sizeof...(rest) + 1} {}

    constexpr T* begin() { return data_; }
    constexpr T* end() { return data_ + used_; }
    constexpr const T* begin() const { return data_; }
    constexpr const T* end() const { return data_ + used_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return used_ == 0; }
    constexpr T& operator[](size_type i) { return data_[i]; }
    Buffer& operator<<(const T& item) &
    {
        data_[used_++ % N] = item;
        return *this;
    }
    operator bool() const { return !empty(); }
};

template <class A, class B>
struct Same { static const bool value = false; };

template <class A>
struct Same<A, A> { static const bool value = true; };

template <typename... Ts> struct Pack {};
template <template <typename...> class Outer, typename Inner>
using Wrapped = Outer<Inner, Inner*, const Inner&>;

template <typename T>
constexpr T sum(const T& only) { return only; }

template <typename T, typename... Rest>
constexpr auto sum(const T& first, const Rest&... rest) -> T
{
    return first + sum(rest...);
}

template <typename... Ts>
constexpr bool all(Ts... flags) { return (... && flags); }

template <typename T>
T largest(const T* from, const T* to)
{
    T best = *from;
    for (; from != to; ++from) {
        if constexpr (Same<T, bool>::value) {
            best |= *from;
        } else if (*from > best) {
            best = *from;
        }
    }
    return best;
}

struct Version {
    int major, minor;
    unsigned flags : 4;
    Version operator++(int) { Version old = *this; ++minor; return old; }
    bool operator==(const Version& other) const { return major == other.major && minor == other.minor; }
    int operator()(int a, int b = 2) const { return a * b + major; }
    ~Version() {}
};

static_assert(all(true, sizeof(int) >= 2, Same<int, int>::value), "odd platform");

constexpr long double operator"" _km(long double value) { return value * 1000.0L; }

extern "C" {
int c_style(const char*, ...);
}

namespace {
thread_local int depth = 0;
int Version::*member = &Version::minor;
int (Version::*call)(int, int) const = &Version::operator();
const char* raw = R"(a "raw" \n string)";
}  // namespace

template int largest<int>(const int*, const int*);

int run(int argc, char* argv[])
{
    Buffer<int, 8> numbers(1, 2, 3);
    numbers << 4 << 5;
    Version v{1, 2, 0};
    int total = 0, *cursor = nullptr;
    for (int n : numbers) {
        switch (n & 3) {
            case 0: total += n; break;
            case 1: [[fallthrough]];
            default: total -= (v.*call)(n, v.*member);
        }
    }
    cursor = new int[3]{1, 2, 3};
    while (depth < 2) { ++depth; do --argc; while (argc > 0); }
    auto twice = [](auto f) { return [f](int x) { return f(f(x)); }; };
    total += twice([&](int x) { return x + total; })(3);
    delete[] cursor;
    Wrapped<Pack, int> nothing;
    (void)nothing, (void)argv, (void)raw;
    goto done;
done:
    return static_cast<int>(2.5_km) + sum(total, v.major) - (numbers ? 'x' : u'\u00e9');
}

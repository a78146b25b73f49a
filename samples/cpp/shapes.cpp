// Shapes, visitors and a small registry.
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace geometry {

constexpr double pi = 3.14159'26535;

namespace detail {
inline double square(double x) noexcept { return x * x; }
}  // namespace detail

class Circle;
class Polygon;

struct Visitor {
    virtual void visit(const Circle& circle) = 0;
    virtual void visit(const Polygon& polygon) = 0;
    virtual ~Visitor() = default;
};

class Shape {
public:
    explicit Shape(std::string name = "") : name_(std::move(name)) { ++count_; }
    Shape(const Shape&) = delete;
    Shape& operator=(const Shape&) = delete;
    virtual ~Shape() { --count_; }

    virtual double area() const = 0;
    virtual void accept(Visitor& visitor) const = 0;
    const std::string& name() const& { return name_; }
    static int count() { return count_; }
    friend bool operator<(const Shape& a, const Shape& b) { return a.area() < b.area(); }

protected:
    std::string name_;

private:
    static inline int count_ = 0;
};

class Circle final : public Shape {
    double radius_{1.0};

public:
    using Shape::Shape;
    Circle(std::string name, double radius) : Shape(name), radius_{radius}
    {
        if (radius < 0) throw std::invalid_argument("negative radius: " + name);
    }
    double area() const override { return pi * detail::square(radius_); }
    void accept(Visitor& visitor) const override { visitor.visit(*this); }
};

class Polygon : public Shape {
public:
    struct Point { double x, y; };
    Polygon(std::initializer_list<Point> points) : Shape("polygon"), points_(points) {}
    double area() const override
    {
        double sum = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const auto& [x1, y1] = points_[i];
            const auto& [x2, y2] = points_[(i + 1) % points_.size()];
            sum += x1 * y2 - x2 * y1;
        }
        return sum < 0 ? -sum / 2 : sum / 2;
    }
    void accept(Visitor& visitor) const override { visitor.visit(*this); }
    Point& operator[](std::size_t index) { return points_.at(index); }

private:
    std::vector<Point> points_;
};

enum class Kind : unsigned char { circle, polygon = 10, };

using Factory = std::function<std::unique_ptr<Shape>()>;

}  // namespace geometry

namespace g = geometry;
using namespace std::string_literals;

int main()
{
    std::map<g::Kind, g::Factory> factories{
        {g::Kind::circle, [] { return std::make_unique<g::Circle>("unit"s, 1.0); }},
        {g::Kind::polygon, []() -> std::unique_ptr<g::Shape> {
             return std::unique_ptr<g::Shape>(new g::Polygon{{0, 0}, {2, 0}, {2, 1}});
         }},
    };
    double total{};
    int failures = 0;
    for (auto& [kind, make] : factories) {
        try {
            if (auto shape = make(); shape != nullptr) total += shape->area();
            if (static_cast<int>(kind) == 10) throw kind;
        } catch (const std::exception& error) {
            failures += static_cast<int>(std::string(error.what()).size());
        } catch (g::Kind) {
            failures++;
        } catch (...) {
            throw;
        }
    }
    auto bump = [&failures, total](auto by) mutable { total += by; return failures + total; };
    return bump(2) > 0x10 && !failures ? 1 : 0;
}

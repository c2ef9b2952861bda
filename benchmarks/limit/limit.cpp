// The yardstick of speed: nine learners and their loop by hand, with the generator, the rules and the order of
// operations of the package, so that regret is the same to the last bit. compare.py compiles it and prints the ratio.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace {

using Vector = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Pcg64 {
    unsigned __int128 state, increment;

    explicit Pcg64(const uint64_t* words)
        : state((unsigned __int128)words[1] << 64 | words[0]), increment((unsigned __int128)words[3] << 64 | words[2]) {}

    double operator()() {
        state = state * ((unsigned __int128)0x2360ED051FC65DA4 << 64 | 0x4385DF649FCCF645) + increment;
        const uint64_t high = state >> 64, mixed = high ^ (uint64_t)state, turn = high >> 58;
        return ((mixed >> turn | mixed << (-turn & 63)) >> 11) * 0x1p-53;
    }
};

struct Pull {
    int arm;
    double p;
};

struct Duel {
    int first, second;
    double p_first, p_second;
};

int other_than(int i, int arms, Pcg64& rng) {
    const int j = int(rng() * (arms - 1));
    return j >= i ? j + 1 : j;
}

int draw(const Vector& w, double total, Pcg64& rng) {
    const double u = rng() * total;
    const int arms = int(w.size());
    double passed = 0;
    for (int k = 0; k < arms; ++k) {
        passed += w[k];
        if (u < passed) return k;
    }
    int k = arms - 1;
    while (k > 0 && w[k] == 0) --k;
    return k;
}

// Exponential weights; below 16 arms a list, from there on a tree of sums.
struct Exp3 {
    double eta, total;
    Vector L, w;

    Exp3(int arms, double rate) : eta(rate), total(arms), L(arms), w(arms, 1.0) {}

    Pull pull(long, Pcg64& rng) {
        const int i = draw(w, total, rng);
        return {i, w[i] / total};
    }

    void learn(long, int arm, double p, double loss) {
        if (loss == 0) return;
        L[arm] += loss / p;
        w[arm] = 0;
        double others = 0;
        for (double each : w) others += each;
        w[arm] = std::exp(-eta * L[arm]);
        total = others + w[arm];
    }
};

struct Exp3Tree {
    double eta;
    int leaves = 1;
    Vector L, tree;

    Exp3Tree(int arms, double rate) : eta(rate), L(arms) {
        while (leaves < arms) leaves *= 2;
        tree.assign(2 * leaves, 0.0);
        std::fill_n(tree.begin() + leaves, arms, 1.0);
        for (int n = leaves - 1; n > 0; --n) tree[n] = tree[2 * n] + tree[2 * n + 1];
    }

    Pull pull(long, Pcg64& rng) {
        double u = rng() * tree[1];
        int n = 1;
        while (n < leaves) {
            n *= 2;
            if (u >= tree[n] && tree[n + 1] > 0) u -= tree[n++];
        }
        return {n - leaves, tree[n] / tree[1]};
    }

    void learn(long, int arm, double p, double loss) {
        if (loss == 0) return;
        L[arm] += loss / p;
        int n = leaves + arm;
        tree[n] = std::exp(-eta * L[arm]);
        while (n > 1) {
            n /= 2;
            tree[n] = tree[2 * n] + tree[2 * n + 1];
        }
    }
};

// Exponential weights with a rate that falls, which changes all of them in every round.
struct Exp3Anytime {
    double eta;
    Vector L, w;

    Exp3Anytime(int arms, double rate) : eta(rate), L(arms), w(arms) {}

    Pull pull(long t, Pcg64& rng) {
        const double now = eta / std::sqrt(double(t)), least = *std::min_element(L.begin(), L.end());
        const int arms = int(L.size());
        double total = 0;
        for (int i = 0; i < arms; ++i) {
            w[i] = std::exp(-now * (L[i] - least));
            total += w[i];
        }
        const int i = draw(w, total, rng);
        return {i, w[i] / total};
    }

    void learn(long, int arm, double p, double loss) { L[arm] += loss / p; }
};

struct Ucb {
    double alpha, count = 0;
    Vector N, G, mean, radius;

    Ucb(int arms, double width) : alpha(width), N(arms), G(arms), mean(arms, kInfinity), radius(arms) {}

    Pull pull(long, Pcg64& rng) {
        const double c = std::sqrt(alpha * std::log(std::max(count, 1.0)));
        const int arms = int(N.size());
        int arm = 0, ties = 1;
        double best = mean[0] + c * radius[0];
        for (int i = 1; i < arms; ++i) {
            const double index = mean[i] + c * radius[i];
            if (index > best) {
                arm = i, best = index, ties = 1;
            } else if (index == best) {
                ++ties;
            }
        }
        if (ties == 1) return {arm, 1.0};
        int skip = int(rng() * ties);
        for (arm = 0; arm < arms; ++arm)
            if (mean[arm] + c * radius[arm] == best && skip-- == 0) break;
        return {arm, 1.0 / ties};
    }

    void learn(long, int arm, double, double loss) {
        count += 1, N[arm] += 1, G[arm] += 1 - loss;
        mean[arm] = G[arm] / N[arm];
        radius[arm] = 1 / std::sqrt(N[arm]);
    }
};

// Tsallis-INF with estimates of reduced variance.
struct Tsallis {
    double z, sum = 1;
    Vector L, w;

    Tsallis(int arms, double) : z(2 * std::sqrt(double(arms))), L(arms), w(arms) {}

    Pull pull(long t, Pcg64& rng) {
        const double eta = 4.0 / std::sqrt(double(t)), least = *std::min_element(L.begin(), L.end());
        const int arms = int(L.size());
        for (int step = 0; step < 50; ++step) {
            double cubes = 0;
            sum = 0;
            for (int i = 0; i < arms; ++i) {
                const double root = 2 / (eta * (L[i] - least) + z);
                w[i] = root * root;
                sum += w[i];
                cubes += w[i] * root;
            }
            if (std::abs(sum - 1) < 1e-10) break;
            z = std::max(z + 2 * sum * (std::sqrt(sum) - 1) / cubes, 2.0);
        }
        const int i = draw(w, sum, rng);
        return {i, w[i] / sum};
    }

    void learn(long t, int arm, double p, double loss) {
        const double least = 4.0 * 4.0 / t, base = p >= least ? 0.5 : 0.0;
        const int arms = int(L.size());
        for (int i = 0; i < arms; ++i)
            if (i != arm && w[i] >= least * sum) L[i] += 0.5;
        L[arm] += base + (loss - base) / p;
    }
};

template <class Bandit>
struct Uniform {
    int arms;
    Bandit bandit;

    Uniform(int count, double rate) : arms(count), bandit(count, rate) {}

    Duel choose(long t, Pcg64& rng) {
        const Pull a = bandit.pull(t, rng);
        return {a.arm, other_than(a.arm, arms, rng), a.p, 1.0 / (arms - 1)};
    }

    void update(long t, const Duel& duel, int outcome) {
        bandit.learn(t, duel.first, duel.p_first, (1 - outcome) / 2.0);
    }
};

template <class Bandit>
struct Sparring {
    Bandit left, right;

    Sparring(int arms, double rate) : left(arms, rate), right(arms, rate) {}

    Duel choose(long t, Pcg64& rng) {
        const Pull a = left.pull(t, rng), b = right.pull(t, rng);
        return {a.arm, b.arm, a.p, b.p};
    }

    void update(long t, const Duel& duel, int outcome) {
        left.learn(t, duel.first, duel.p_first, (1 - outcome) / 2.0);
        right.learn(t, duel.second, duel.p_second, (1 + outcome) / 2.0);
    }
};

// A coin decides self-duels.
template <class Bandit>
struct TossedSparring {
    Sparring<Bandit> sparring;
    int coin = 1;

    TossedSparring(int arms, double rate) : sparring(arms, rate) {}

    Duel choose(long t, Pcg64& rng) {
        const Duel duel = sparring.choose(t, rng);
        if (duel.first == duel.second) coin = rng() < 0.5 ? 1 : -1;
        return duel;
    }

    void update(long t, const Duel& duel, int outcome) {
        sparring.update(t, duel, duel.first == duel.second ? coin : outcome);
    }
};

template <class Bandit>
struct MultiSbm {
    int arms, last = -1;
    std::vector<Bandit> bandits;

    MultiSbm(int count, double rate) : arms(count), bandits(count, Bandit(count, rate)) {}

    Duel choose(long t, Pcg64& rng) {
        int i = last;
        double p = 1;
        if (i < 0) i = int(rng() * arms), p = 1.0 / arms;
        const Pull b = bandits[i].pull(t, rng);
        last = b.arm;
        return {i, b.arm, p, b.p};
    }

    void update(long t, const Duel& duel, int outcome) {
        bandits[duel.first].learn(t, duel.second, duel.p_second, (1 + outcome) / 2.0);
    }
};

struct RandomPair {
    int arms;

    RandomPair(int count, double) : arms(count) {}

    Duel choose(long, Pcg64& rng) {
        const int i = int(rng() * arms);
        return {i, other_than(i, arms, rng), 1.0 / arms, 1.0 / (arms - 1)};
    }

    void update(long, const Duel&, int) {}
};

struct WinnerStays {
    enum Phase { kStart, kDuel, kNext } phase = kStart;
    int arms, a = 0, b = 1, waiting;
    long c_a = 0, c_b = 0, level = 1;
    std::vector<int> rest;

    WinnerStays(int count, double) : arms(count), waiting(count - 2), rest(count - 2) {}

    Duel choose(long, Pcg64& rng) {
        double p_first = 1, p_second = 1;
        if (phase == kNext) {
            const int k = int(rng() * waiting);
            p_second = 1.0 / waiting--;
            const int challenger = rest[k];
            rest[k] = rest[waiting];
            rest[waiting] = b;
            b = challenger, c_b = 1 - level, phase = kDuel;
        } else if (phase == kStart) {
            a = int(rng() * arms), b = other_than(a, arms, rng);
            for (int i = 0, k = 0; i < arms; ++i)
                if (i != a && i != b) rest[k++] = i;
            p_first = 1.0 / arms, p_second = 1.0 / (arms - 1), phase = kDuel;
        }
        return {a, b, p_first, p_second};
    }

    void update(long, const Duel&, int outcome) {
        if (phase != kDuel || outcome == 0) return;
        c_a += outcome, c_b -= outcome;
        if (c_b > c_a) std::swap(a, b), std::swap(c_a, c_b);
        if (c_b != -level) return;
        if (waiting > 0) {
            phase = kNext;
        } else {
            waiting = arms - 2;
            ++level;
        }
    }
};

struct Rucb {
    int arms, favourite = -1;
    double level = 0, next = kInfinity;
    Vector wins, mean, width, tau, soonest;
    std::vector<int> lost;

    Rucb(int count, double)
        : arms(count), wins(count * count), mean(count * count, 2.0), width(count * count), tau(count * count),
          soonest(count, kInfinity), lost(count) {
        for (int i = 0; i < count; ++i) mean[i * count + i] = 0.5;
    }

    void advance(double x) {
        if (x <= level) return;
        const double before = level;
        level = x;
        if (x < next) return;
        next = kInfinity;
        for (int i = 0; i < arms; ++i) {
            if (soonest[i] <= x) {
                soonest[i] = kInfinity;
                for (int j = 0; j < arms; ++j) {
                    const double each = tau[i * arms + j];
                    if (each > x) {
                        soonest[i] = std::min(soonest[i], each);
                    } else if (each > before) {
                        --lost[i];
                    }
                }
            }
            next = std::min(next, soonest[i]);
        }
    }

    Duel choose(long t, Pcg64& rng) {
        const double x = 0.51 * std::log(double(t)), radius = std::sqrt(x);
        advance(x);
        int size = 0, c = 0;
        for (int i = 0; i < arms; ++i)
            if (lost[i] == 0) ++size, c = i;
        int b = favourite >= 0 && lost[favourite] > 0 ? -1 : favourite;
        double p = 1;
        if (size == 0) {
            c = int(rng() * arms), p = 1.0 / arms;
        } else if (size == 1) {
            b = c;
        } else if (b >= 0 && rng() < 0.5) {
            c = b, p = 0.5;
        } else {
            const int others = b >= 0 ? size - 1 : size;
            p = (b >= 0 ? 0.5 : 1.0) / others;
            int skip = int(rng() * others);
            for (c = 0; c < arms; ++c)
                if (lost[c] == 0 && c != b && skip-- == 0) break;
        }
        favourite = b;
        const double *m = &mean[c * arms], *v = &width[c * arms];
        double best = 0.5;
        int count = 0, d = c;
        for (int j = 0; j < arms; ++j) {
            const double u = m[j] + radius * v[j];
            if (j == c) continue;
            if (u > best || (u == best && count == 0)) {
                best = u, count = 1, d = j;
            } else if (u == best) {
                ++count;
            }
        }
        if (count <= 1) return {c, d, p, 1.0};
        int skip = int(rng() * count);
        for (d = 0; d < arms; ++d)
            if (d != c && m[d] + radius * v[d] == best && skip-- == 0) break;
        return {c, d, p, 1.0 / count};
    }

    void refute(int i, int j, double losses, double gains) {
        const double now = gains >= losses ? 0.0 : (losses - gains) * (losses - gains) / (4 * (losses + gains));
        double& kept = tau[i * arms + j];
        lost[i] += (now > level) - (kept > level);
        kept = now;
        if (now > level) soonest[i] = std::min(soonest[i], now), next = std::min(next, now);
    }

    void update(long, const Duel& duel, int outcome) {
        const int i = duel.first, j = duel.second;
        if (i == j) return;
        wins[outcome > 0 ? i * arms + j : j * arms + i] += 1;
        const double x = wins[i * arms + j], y = wins[j * arms + i], n = x + y;
        mean[j * arms + i] = x / n, mean[i * arms + j] = y / n;
        width[i * arms + j] = width[j * arms + i] = 1 / std::sqrt(n);
        refute(i, j, y, x);
        refute(j, i, x, y);
    }
};

template <class Learner>
void play(int arms, long rounds, double rate, const double* win, const double* loss, const uint64_t* words,
          double* totals) {
    Learner learner(arms, rate);
    Pcg64 mine(words), nature(words + 4);
    double weak = 0, strong = 0;
    for (long t = 1; t <= rounds; ++t) {
        const Duel duel = learner.choose(t, mine);
        int outcome = 0;
        if (duel.first != duel.second) outcome = nature() < win[duel.first * arms + duel.second] ? 1 : -1;
        learner.update(t, duel, outcome);
        const double x = loss[duel.first], y = loss[duel.second];
        weak += std::min(x, y);
        strong += (x + y) / 2;
    }
    totals[0] = weak, totals[1] = strong;
}

}  // namespace

extern "C" int limit_play(const char* name, int arms, long rounds, double rate, const double* win, const double* loss,
                          const uint64_t* words, double* totals) {
    auto* chosen = !std::strcmp(name, "exp3+unif")       ? (arms >= 16 ? play<Uniform<Exp3Tree>> : play<Uniform<Exp3>>)
                   : !std::strcmp(name, "exp3-sparring") ? play<Sparring<Exp3Anytime>>
                   : !std::strcmp(name, "ucb+unif")      ? play<Uniform<Ucb>>
                   : !std::strcmp(name, "ucb-sparring")  ? play<TossedSparring<Ucb>>
                   : !std::strcmp(name, "ucb-multisbm")  ? play<MultiSbm<Ucb>>
                   : !std::strcmp(name, "random")        ? play<RandomPair>
                   : !std::strcmp(name, "tsallis+unif")  ? play<Uniform<Tsallis>>
                   : !std::strcmp(name, "ws-w")          ? play<WinnerStays>
                   : !std::strcmp(name, "rucb")          ? play<Rucb>
                                                         : nullptr;
    if (!chosen) return 1;
    chosen(arms, rounds, rate, win, loss, words, totals);
    return 0;
}

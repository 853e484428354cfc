#include "compare/distributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace subintent::internal {
namespace {

void expect_close(double found, double expected) {
  EXPECT_NEAR(found, expected, 2e-14 * expected);
}

// Degrees of freedom, argument and result, computed with 36 digits.
struct Known {
  double degrees, argument, result;
};

const std::vector<Known> two_sided_ps = {
    {1, 1e-06, 0.99999936338022766},    {1, 0.25, 0.84404173924526138},
    {1, 1.5, 0.37433408362199766},      {1, 2.5, 0.24223788318168679},
    {1, 6, 0.10513691342250686},        {1, 30, 0.021212804811070848},
    {2, 1e-06, 0.99999929289321876},    {2, 0.25, 0.8259223440443022},
    {2, 1.5, 0.27239312489100109},      {2, 2.5, 0.1296117202215108},
    {2, 6, 0.026671473215424769},       {2, 30, 0.0011092626819596588},
    {24, 1e-06, 0.99999921038122352},   {24, 0.25, 0.80471489426117015},
    {24, 1.5, 0.1466556460682007},      {24, 2.5, 0.019654175116578746},
    {24, 6, 3.4073080716465455e-06},    {24, 30, 1.5383438950555406e-20},
    {249, 1e-06, 0.99999920291612399},  {249, 0.25, 0.80279348208702594},
    {249, 1.5, 0.13488125404914947},    {249, 2.5, 0.01306348393025532},
    {249, 6, 6.9193622314796034e-09},   {249, 30, 1.1828804310465235e-84},
    {6999, 1e-06, 0.99999920214393867}, {6999, 0.25, 0.80259468588208926},
    {6999, 1.5, 0.13365950757640802},   {6999, 2.5, 0.012442034696075993},
    {6999, 6, 2.0715855718819163e-09},  {6999, 30, 3.9850818109002961e-186}};

TEST(Normal, TailsAgreeWithR) {  // 2 * pnorm(z, lower.tail = FALSE)
  const std::vector<std::pair<double, double>> known = {{0, 1},
                                                        {1e-06, 0.99999920211543925},
                                                        {0.25, 0.8025873486341526},
                                                        {0.5, 0.61707507745197387},
                                                        {1, 0.31731050786291409},
                                                        {1.5, 0.13361440253771614},
                                                        {1.96, 0.049995790296440856},
                                                        {1.999, 0.045608353865317759},
                                                        {2, 0.045500263896358424},
                                                        {2.001, 0.045392389891283122},
                                                        {2.5, 0.01241933065155227},
                                                        {3, 0.0026997960632601892},
                                                        {6, 1.9731752900753962e-09},
                                                        {10, 1.5239706048321054e-23},
                                                        {30, 9.8134278542963744e-198}};
  for (const auto& [z, p] : known) expect_close(normal_tails(z), p);
  EXPECT_EQ(normal_tails(1000), 0);
}

const std::vector<Known> borders = {
    {1, 1e-06, 636619.77236705774},    {1, 0.01, 63.656741162871583},
    {1, 0.05, 12.706204736174705},     {1, 0.5, 1},
    {1, 0.9, 0.15838444032453625},     {2, 1e-06, 999.99924999984376},
    {2, 0.01, 9.9248432009182928},     {2, 0.05, 4.3026527297494637},
    {2, 0.5, 0.81649658092772603},     {2, 0.9, 0.14213381090374025},
    {24, 1e-06, 6.5040632034902073},   {24, 0.01, 2.7969395047744561},
    {24, 0.05, 2.0638985616280259},    {24, 0.5, 0.68484962723698184},
    {24, 0.9, 0.12699803161250608},    {249, 1e-06, 5.0167811438497125},
    {249, 0.01, 2.5957177582734916},   {249, 0.05, 1.9695368676403509},
    {249, 0.5, 0.67547631275267395},   {249, 0.9, 0.12578957350914585},
    {6999, 1e-06, 4.8959974570878941}, {6999, 0.01, 2.5765319482318216},
    {6999, 0.05, 1.9603029864766417},  {6999, 0.5, 0.67452480467292053},
    {6999, 0.9, 0.12566590636609754}};

TEST(StudentsT, TwoSidedP) {
  for (const auto& [degrees, t, p] : two_sided_ps) {
    SCOPED_TRACE(testing::Message() << degrees << " " << t);
    expect_close(StudentsT(degrees).two_sided_p(t), p);
  }
  const StudentsT cauchy(1);
  for (double t = 0.001; t < 1e6; t *= 1.5)
    expect_close(cauchy.two_sided_p(t), 2 / std::numbers::pi * std::atan(1 / t));
  EXPECT_EQ(cauchy.two_sided_p(0), 1);
  EXPECT_EQ(cauchy.two_sided_p(std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(StudentsT(5000).two_sided_p(1e12), 0);
}

TEST(StudentsT, Border) {
  for (const auto& [degrees, alpha, t] : borders) {
    SCOPED_TRACE(testing::Message() << degrees << " " << alpha);
    expect_close(StudentsT(degrees).border(alpha), t);
  }
}

struct KnownF {
  double f, degrees1, degrees2, lambda, tail;
};

// Computed with 40 digits.
const std::vector<KnownF> f_tails = {{4, 1, 19, 0, 0.060002036386098366},
                                     {0.001, 1, 30, 1, 0.98482340443504041},
                                     {4.38, 1, 19, 5, 0.56457083100356453},
                                     {3, 3, 16, 0.01, 0.062086441571142936},
                                     {3.168, 2, 54, 9.5, 0.76987573695735941},
                                     {2.5, 9, 490, 15, 0.52720847462649145},
                                     {1.5, 99, 4900, 40, 0.29898219862484744},
                                     {161.45, 1, 1, 8, 0.1757061549547419},
                                     {1.2, 499, 49500, 90, 0.38848592948708304},
                                     {2, 5, 60, 40, 0.99972806743329143},
                                     {1e11, 1, 1, 1000, 7.9788455946906833e-5},
                                     {5, 2, 3, 2000, 1},
                                     {3.84146, 1, 99999, 7.849, 0.80000599439334101},
                                     {1.01, 999, 99900000, 120, 0.98843431787715736}};

TEST(FisherF, Tails) {
  for (const auto& [f, degrees1, degrees2, lambda, tail] : f_tails) {
    SCOPED_TRACE(testing::Message() << f << " " << degrees1 << " " << degrees2 << " " << lambda);
    EXPECT_NEAR(FisherF(degrees1, degrees2).noncentral_tail(f, lambda), tail, 1e-11 * tail);
  }
  EXPECT_EQ(FisherF(1, 1).tail(0), 1);
  EXPECT_EQ(FisherF(1, 1).tail(std::numeric_limits<double>::infinity()), 0);
}

TEST(FisherF, OfOneDegreeIsTheSquareOfStudentsT) {
  for (const auto& [degrees, t, p] : two_sided_ps) {
    SCOPED_TRACE(testing::Message() << degrees << " " << t);
    EXPECT_NEAR(FisherF(1, degrees).tail(t * t), p, 1e-11 * p);
  }
}

TEST(FisherF, Border) {
  const std::vector<KnownF> borders_of_f = {
      {3.1682459672513391, 2, 54, 0, 0.05},   {2.4436029359861028, 9, 490, 0, 0.01},
      {4.139252495555371, 1, 33, 0, 0.05},    {1.2480204784093938, 99, 4900, 0, 0.05},
      {13.931537450894555, 3, 16, 0, 0.0001}, {9.4721359549995783, 1, 1, 0, 0.2},
      {0.17233826457380637, 4, 20, 0, 0.95}};
  for (const auto& [f, degrees1, degrees2, lambda, alpha] : borders_of_f) {
    SCOPED_TRACE(testing::Message() << degrees1 << " " << degrees2 << " " << alpha);
    EXPECT_NEAR(FisherF(degrees1, degrees2).border(alpha), f, 1e-11 * f);
  }
}

TEST(FairCoins, AreThoseOfPascalsTriangle) {
  std::vector<double> row = {1};  // divided by 2^n, exact up to here
  for (std::uint64_t n = 1; n <= 50; ++n) {
    row.push_back(0);
    for (std::size_t k = row.size() - 1; k > 0; --k) row[k] = (row[k] + row[k - 1]) / 2;
    row[0] /= 2;
    double sum = 0;
    for (std::uint64_t k = 0; k <= n; ++k) expect_close(fair_coins(k, n), sum += row[k]);
  }
}

TEST(FairCoins, Many) {
  expect_close(fair_coins(0, 1), 0.5);
  expect_close(fair_coins(3, 10), 0.171875);
  expect_close(fair_coins(24, 69), 0.0077161487268506326);
  expect_close(fair_coins(100, 250), 0.0009416504675380785);
  expect_close(fair_coins(125, 250), 0.52520610657365485);
  expect_close(fair_coins(450, 1000), 0.00086526804248815881);
  expect_close(fair_coins(3400, 7000), 0.0086883929549211314);
  EXPECT_EQ(fair_coins(0, 2000), 0);
}

}  // namespace
}  // namespace subintent::internal

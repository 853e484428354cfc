# A formula for Homebrew. Untested, because no Mac was available; the homepage, the URL and the checksum are placeholders, and
# packaging/release.sh says when to insert them. Where the program uses features of Linux, it has portable replacements, written from
# the manuals. It reads numbers with std::from_chars(double), which Apple's library has only since LLVM 20.
class Subintent < Formula
  desc "Evaluation of search result diversification"
  homepage "https://subintent.example"
  url "https://subintent.example/subintent-0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "cmake" => :build
  depends_on "lowdown" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "boost"
  depends_on "brotli"
  depends_on "fmt"
  depends_on "icu4c@78"
  depends_on "libdeflate"
  depends_on "libmd"
  depends_on "pugixml"
  depends_on "simdjson"
  depends_on "snowball"
  depends_on "tbb"
  depends_on "uchardet"
  depends_on "xxhash"
  depends_on "zstd"

  uses_from_macos "zlib"

  def install
    args = %w[-DBUILD_TESTING=OFF -DSUBINTENT_PYTHON=OFF]
    system "cmake", "-G", "Ninja", "-S", ".", "-B", "build", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"qrels").write "1 1 d1 1\n1 2 d2 1\n"
    (testpath/"run").write "1 Q0 d1 1 2 r\n1 Q0 d2 2 1 r\n"
    assert_match "1.0000", shell_output("#{bin}/subintent evaluate --qrels qrels -m I-rec@2 run")
  end
end

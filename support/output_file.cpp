#include "support/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "support/error.h"

namespace subintent {
namespace {

constexpr std::size_t buffer_size = 1 << 18;

bool is_special(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// The bytes of the file itself, without a name until publish().
class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : path_(path) {
    if (path == "-") {
      descriptor_ = STDOUT_FILENO;
      return;
    }
    if (is_special(path)) {
      descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor_ < 0) fail("cannot be opened");
      return;
    }
    if (std::filesystem::is_directory(path)) {
      throw Error({path, 0}, "is a folder", "name a file to write");
    }
    temporary_ = true;
    std::string folder = std::filesystem::path(path).parent_path().string();
    if (folder.empty()) folder = ".";
    // An unnamed file vanishes with the process, however that ends.
    descriptor_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
      open_named();
    }
    if (descriptor_ < 0) {
      const int error = errno;
      temporary_name_.clear();
      if ((error == ENOENT || error == ENOTDIR) && !std::filesystem::is_directory(folder)) {
        throw Error({path, 0}, "cannot be written: there is no folder " + folder,
                    "make the folder first");
      }
      errno = error;
      fail("cannot be written");
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    // In this order: closing gives up the lock, and then the name may be another program's.
    if (!temporary_name_.empty()) unlink(temporary_name_.c_str());
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
      if (put < 0) {
        if (errno == EINTR) continue;
        fail("cannot be written");
      }
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
  }

  void publish() {
    if (!temporary_) return;
    if (temporary_name_.empty()) {
      const std::string self = "/proc/self/fd/" + std::to_string(descriptor_);
      name_temporary();
      if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary_name_.c_str(), AT_SYMLINK_FOLLOW) !=
          0) {
        const int error = errno;
        temporary_name_.clear();
        errno = error;
        fail("cannot be written");
      }
    }
    // Some file systems tell of a lack of room only where a descriptor is closed. The lock stays
    // until the file has its name.
    const int copy = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
    if (copy < 0 || ::close(copy) != 0) fail("cannot be written");
    if (rename(temporary_name_.c_str(), path_.c_str()) != 0) fail("cannot be written");
    temporary_name_.clear();
    ::close(std::exchange(descriptor_, -1));
  }

 private:
  // Where there are no unnamed files (NFS): OUTPUT.part, always the same, so that what a killed
  // program has left behind is overwritten by the next.
  void open_named() {
    temporary_name_ = path_ + ".part";
    struct stat opened {
    }, named{};
    do {
      if (descriptor_ >= 0) ::close(descriptor_);
      descriptor_ = open(temporary_name_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
      if (descriptor_ < 0) return;
      if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(std::exchange(descriptor_, -1));
        temporary_name_.clear();
        throw Error({path_, 0}, "is being written by another program",
                    "wait for it, or write to another file");
      }
      // The other program may just have finished and renamed this very file.
    } while (fstat(descriptor_, &opened) != 0 || stat(temporary_name_.c_str(), &named) != 0 ||
             opened.st_ino != named.st_ino);
    if (ftruncate(descriptor_, 0) != 0) {
      const int error = errno;
      ::close(std::exchange(descriptor_, -1));
      errno = error;
    }
  }

  void name_temporary() { temporary_name_ = path_ + ".part" + std::to_string(getpid()); }
  [[noreturn]] void fail(const std::string& what) const {
    const int error = errno;
    throw Error({path_ == "-" ? "standard output" : path_, 0}, what + ": " + std::strerror(error),
                error == ENOSPC  ? "free some space or write elsewhere"
                : error == EPIPE ? "the program that reads it has ended"
                                 : "check the path and its permissions");
  }

  std::string path_;
  std::string temporary_name_;
  bool temporary_ = false;
  int descriptor_ = -1;
};

}  // namespace

class OutputFile::Sink {
 public:
  explicit Sink(const std::string& path) : file_(path) {
    if (path.ends_with(".gz")) {
      gzip_ = std::make_unique<z_stream>();
      if (deflateInit2(gzip_.get(), 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw Error({path, 0}, "not enough memory for gzip");
      }
    } else if (path.ends_with(".zst")) {
      zstd_.reset(ZSTD_createCCtx());
      if (zstd_ == nullptr) throw Error({path, 0}, "not enough memory for zstd");
      ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_checksumFlag, 1);
    }
    pending_.reserve(buffer_size);
  }
  ~Sink() {
    if (gzip_ != nullptr) deflateEnd(gzip_.get());
  }

  void write(std::string_view bytes) {
    if (pending_.size() + bytes.size() > buffer_size) flush(false);
    if (bytes.size() >= buffer_size) {
      encode(bytes, false);
    } else {
      pending_.append(bytes);
    }
  }
  void finish() {
    if (!std::exchange(finished_, true)) flush(true);
  }
  void close() {
    finish();
    file_.publish();
  }

 private:
  void flush(bool last) {
    encode(pending_, last);
    pending_.clear();
  }
  void encode(std::string_view bytes, bool last) {
    if (gzip_ != nullptr) {
      encode_gzip(bytes, last);
    } else if (zstd_ != nullptr) {
      encode_zstd(bytes, last);
    } else {
      file_.write(bytes);
    }
  }
  void encode_gzip(std::string_view bytes, bool last) {
    constexpr std::size_t most = 1 << 30;  // zlib counts in 32 bits
    for (; bytes.size() > most; bytes.remove_prefix(most)) {
      encode_gzip(bytes.substr(0, most), false);
    }
    gzip_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    gzip_->avail_in = static_cast<uInt>(bytes.size());
    do {
      gzip_->next_out = reinterpret_cast<Bytef*>(encoded_.data());
      gzip_->avail_out = static_cast<uInt>(encoded_.size());
      deflate(gzip_.get(), last ? Z_FINISH : Z_NO_FLUSH);
      file_.write({encoded_.data(), encoded_.size() - gzip_->avail_out});
    } while (gzip_->avail_out == 0);
  }
  void encode_zstd(std::string_view bytes, bool last) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{encoded_.data(), encoded_.size(), 0};
      left = ZSTD_compressStream2(zstd_.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0) throw Error("zstd compression failed");
      file_.write({encoded_.data(), out.pos});
    } while (last ? left != 0 : in.pos < in.size);
  }

  struct FreeZstd {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  Descriptor file_;
  std::unique_ptr<z_stream> gzip_;
  std::unique_ptr<ZSTD_CCtx, FreeZstd> zstd_;
  std::string pending_;
  std::vector<char> encoded_ = std::vector<char>(buffer_size);
  bool finished_ = false;
};

OutputFile::OutputFile(const std::string& path) : sink_(std::make_unique<Sink>(path)) {}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
void OutputFile::write(std::string_view bytes) {
  sink_->write(bytes);
}
void OutputFile::finish() {
  sink_->finish();
}
void OutputFile::close() {
  sink_->close();
}

}  // namespace subintent

#include "subintent/program.h"

#include <zlib.h>
#include <zstd.h>

#include "core/io/disk.h"

namespace subintent {
namespace {

constexpr std::size_t buffer_size = 1 << 18;
// The tables of zstd have a megabyte: whoever comes in between throws them out of the cache, so
// that it gets much at a time.
constexpr std::size_t zstd_buffer_size = 1 << 21;

}  // namespace

class OutputFile::Sink {
 public:
  explicit Sink(const std::string& path) : file_(path) {
    if (path.ends_with(".gz")) {
      gzip_.reset(new z_stream());
      if (deflateInit2(gzip_.get(), 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error(Error::Kind::system, {path, 0}, "not enough memory for gzip");
    } else if (path.ends_with(".zst")) {
      zstd_.reset(ZSTD_createCCtx());
      if (zstd_ == nullptr)
        throw Error(Error::Kind::system, {path, 0}, "not enough memory for zstd");
      ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_checksumFlag, 1);
    }
    if (gzip_ != nullptr || zstd_ != nullptr) encoded_.resize(buffer_size);
  }

  void write(std::string_view bytes) {
    if (finished_) {
      throw Error(Error::Kind::argument, {file_.name(), 0}, "is finished, and takes no more bytes",
                  "write before finish() and close()");
    }
    const std::size_t most = zstd_ != nullptr ? zstd_buffer_size : buffer_size;
    if (pending_.size() + bytes.size() > most) flush(false);
    if (bytes.size() >= most)
      encode(bytes, false);
    else
      pending_.append(bytes);
  }
  void finish() {
    if (finished_) return;
    flush(true);
    file_.finish();
    finished_ = true;
  }
  internal::PendingFile& file() { return file_; }

 private:
  void flush(bool last) {
    encode(pending_, last);
    pending_.clear();
  }
  void encode(std::string_view bytes, bool last) {
    if (gzip_ != nullptr)
      encode_gzip(bytes, last);
    else if (zstd_ != nullptr)
      encode_zstd(bytes, last);
    else
      file_.write(bytes);
  }
  void encode_gzip(std::string_view bytes, bool last) {
    constexpr std::size_t most = 1 << 30;  // zlib counts in 32 bits
    for (; bytes.size() > most; bytes.remove_prefix(most))
      encode_gzip(bytes.substr(0, most), false);
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
      if (ZSTD_isError(left) != 0) {
        throw Error(Error::Kind::system, {},
                    std::string("zstd compression failed: ") + ZSTD_getErrorName(left));
      }
      file_.write({encoded_.data(), out.pos});
    } while (last ? left != 0 : in.pos < in.size);
  }

  struct Free {
    void operator()(z_stream* stream) const {
      deflateEnd(stream);
      delete stream;
    }
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  internal::PendingFile file_;
  std::unique_ptr<z_stream, Free> gzip_;
  std::unique_ptr<ZSTD_CCtx, Free> zstd_;
  std::string pending_;        // at most buffer_size, or that of zstd
  std::vector<char> encoded_;  // empty without compression
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
  finish();
  sink_->file().publish(false);
}

OutputFile& OutputFiles::open(const std::string& path) {
  return files_.emplace_back(path);
}

OutputFile* OutputFiles::open_if(const std::optional<std::string>& path) {
  return path ? &open(*path) : nullptr;
}

void OutputFiles::finish() {
  for (OutputFile& file : files_) file.finish();
}

void OutputFiles::close() {
  finish();
  try {
    for (OutputFile& file : files_) file.sink_->file().publish(files_.size() > 1);
  } catch (...) {
    for (OutputFile& file : files_) file.sink_->file().undo();
    throw;
  }
}

}  // namespace subintent

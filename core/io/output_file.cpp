#include "subintent/program.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <climits>
#include <filesystem>
#include <set>
#include <system_error>

#include "core/io/disk.h"

namespace subintent {
namespace {

constexpr std::size_t buffer_size = 1 << 18;
// The tables of zstd have a megabyte: whoever comes in between throws them out of the cache, so
// that it gets much at a time.
constexpr std::size_t zstd_buffer_size = 1 << 21;

namespace files = std::filesystem;

std::string folder_of(const std::string& path) {
  const std::string folder = files::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// The descriptor of this process that `path` is a link to, or -1: /proc/self/fd/N, under any name
// of that folder.
int own_descriptor(const std::string& path) {
  const auto number = parse_integer(files::path(path).filename().string());
  if (!number || *number < 0 || *number > INT_MAX) return -1;
  std::error_code error;
  const files::path folder = files::canonical(folder_of(path), error);
  if (error) return -1;
  for (const char* descriptors : {"/proc/self/fd", "/dev/fd"})  // of Linux; of other systems
    if (folder == files::canonical(descriptors, error) && !error) return static_cast<int>(*number);
  return -1;
}

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

OutputPath::OutputPath(const std::string& given)
    : name(given == "-" ? "standard output" : given), path(given) {
  if (given.empty())
    throw Error("an output has an empty name; give a file, or - for standard output");
  if (given == "-") {
    descriptor = STDOUT_FILENO;
    return;
  }
  struct stat status {};
  const int error = stat(given.c_str(), &status) == 0 ? 0 : errno;
  if (error == ELOOP) {
    throw Error(Error::Kind::system, {name, 0}, "is a symbolic link that leads back to itself",
                "remove it, or give another file");
  }
  std::error_code is_no_link;
  do {
    descriptor = own_descriptor(path);
    if (descriptor >= 0) return;
    const files::path next = files::read_symlink(path, is_no_link);
    if (!is_no_link) path = (files::path(path).parent_path() / next).string();
  } while (!is_no_link);
  if (error == ENOENT || error == ENOTDIR) return;
  if (error != 0) {
    errno = error;
    throw_system_error(name, "cannot be written", "check the path and its permissions");
  }
  if (S_ISDIR(status.st_mode))
    throw Error(Error::Kind::system, {name, 0}, "is a folder", "give a file to write to");
  exists = true;
  is_special = !S_ISREG(status.st_mode);
  if (is_special) path = given;  // the link to a pipe of another process leads to no name
}

std::string OutputPath::folder() const {
  return folder_of(path);
}

void require_different_files(const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs) {
  std::error_code error;
  std::set<std::string> written;
  for (const std::string& output : outputs) {
    if (output.empty())
      throw Error::usage("an output has an empty name", "give a file, or - for standard output");
    const OutputPath leads_to(output);
    if (leads_to.is_special) continue;  // /dev/null, a pipe
    const std::string name =
        leads_to.descriptor >= 0
            ? std::to_string(leads_to.descriptor)
            : files::weakly_canonical(files::absolute(leads_to.path, error), error).string();
    if (!written.insert(name).second) {
      throw Error::usage("two outputs have the same name: " + leads_to.name,
                         "give each its own file");
    }
    for (const std::string& input : inputs)
      if (leads_to.exists && input != "-" && files::equivalent(input, leads_to.path, error))
        throw Error::usage(output + " is both an input and an output", "write to another file");
  }
}

}  // namespace subintent

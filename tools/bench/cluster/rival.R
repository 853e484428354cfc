# Times R's fastcluster on the fingerprints of bench_cluster: Rscript rival.R FILE
# Distances are the Manhattan distances of the bits, by R's dist. The least of three times (or TIMES
# of them), and the sum of the merges' heights.
suppressMessages(library(fastcluster))
lines <- readLines(commandArgs(trailingOnly = TRUE)[1])
nibbles <- matrix(strtoi(unlist(strsplit(lines, "")), 16L), ncol = 16, byrow = TRUE)
bits <- do.call(cbind, lapply(c(1, 2, 4, 8), function(bit) bitwAnd(nibbles, bit) / bit))
bits <- matrix(bits, nrow = length(lines))
times <- as.integer(Sys.getenv("TIMES", "3"))
time <- min(replicate(times, system.time(tree <<- hclust(dist(bits, "manhattan"), "complete"))["elapsed"]))
cat(sprintf("fingerprints\t%.4g\nsum of heights\t%.4g\n", time, sum(tree$height)))

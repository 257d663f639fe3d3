// Preload: a process that ends says how much memory it held at most, on its last line of stderr.
process.on('exit', () => {
  process.stderr.write(`peak ${process.resourceUsage().maxRSS * 1024}\n`)
})

/**
 * Plays a client of `pnk serve`: starts `node <bin> serve <kb>`, writes the messages of the third argument, waits until
 * each request is answered, closes its input, and prints what it answered. Ends with its exit code.
 */
import { spawn } from 'node:child_process'

const [bin, kb, messages] = process.argv.slice(2)
const wanted = messages.split('\n').filter((line) => line.includes('"id"')).length
const server = spawn(process.execPath, [bin, 'serve', kb], { stdio: ['pipe', 'pipe', 'inherit'] })
let answers = ''
server.stdout.on('data', (chunk) => {
  answers += chunk
  if (answers.split('\n').filter((line) => line.includes('"id"')).length >= wanted) server.stdin.end()
})
server.on('exit', (code) => {
  process.stdout.write(answers)
  process.exitCode = code ?? 1
})
server.stdin.write(messages)

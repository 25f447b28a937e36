import { spawn } from 'node:child_process'

const PRINT_EVERY_MS = 5_000

/**
 * Runs a command without showing its output, and prints a line with the time every 5 s. Resolves when it ends with 0; rejects
 * with the end of its output otherwise. SIGINT and SIGTERM are passed on to it.
 * @param {string} subject text of the lines @param {string} file @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onChild: (pid: number) => void }} options
 * @returns {Promise<void>}
 */
export function runQuietly(subject, file, args, options) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  console.log(`${subject} ...`)
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid) options.onChild(child.pid)
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const timer = setInterval(() => console.log(`${subject} ... ${seconds()} s`), PRINT_EVERY_MS)
    const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    process.on('SIGINT', stop).on('SIGTERM', stop)
    const settle = (/** @type {Error | undefined} */ error) => {
      clearInterval(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      if (error) return reject(error)
      console.log(`${subject}: done in ${seconds()} s`)
      resolve()
    }
    child.on('error', (error) => settle(new Error(`${subject}: cannot run ${file}: ${error.message}`)))
    child.on('close', (code, signal) => {
      if (code === 0) settle(undefined)
      else settle(new Error(`${output.trim()}\n${subject}: failed (${signal ?? `exit code ${code}`})`))
    })
  })
}

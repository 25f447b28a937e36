import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../setup/place.mjs'

/** Compiled code is kept where `npm start` keeps it: tests start the program, the command line and workers hundreds of times. */
const keptCode = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/millwatch/compiled') }

export interface Outcome {
  readonly ok: boolean
  readonly output: string
}

/**
 * Runs a program at the root of the clone and returns its output, stdout and stderr in the order of arrival, without white space
 * at its ends. `ok` is true if it ended with 0; an error of the start is in the output.
 */
export function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...keptCode, ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ ok: false, output: `${file}: ${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

/**
 * Runs a program at the root of the clone that prints directly to the terminal. Resolves to true if it ended with 0, otherwise to
 * false.
 */
export function runAloud(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...keptCode, ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', (error) => {
      console.error(`${file}: ${error.message}`)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}

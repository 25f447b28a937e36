import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DeathPoint } from './dying.ts'

export interface WorkerSettings {
  /** Owner's URL of the database. */
  readonly url: string
  readonly lease: { readonly lostAfterS: number; readonly checkEveryS: number; readonly pollEveryS: number }
  /** Where it kills itself with SIGKILL, the first time it comes by; never unless given. */
  readonly dieAt?: DeathPoint | undefined
  /** Where it stops itself with SIGSTOP, once, until `resume`. */
  readonly pauseAt?: DeathPoint | undefined
}

/** A server process of its own, without ports, that takes up jobs. */
export interface WorkerProcess {
  readonly pid: number
  /** The signal that ended it; null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** When it has come to `pauseAt`. */
  readonly paused: Promise<unknown>
  resume(): void
  /** SIGTERM, and what a server does then. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Starts one; resolves when it takes up jobs. Its owner ends it. */
export async function startWorker(settings: WorkerSettings): Promise<WorkerProcess> {
  const child = fork(fileURLToPath(new URL('./worker-main.ts', import.meta.url)), {
    env: { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const said = (text: string) =>
    new Promise<void>((hear) => child.on('message', (message) => message === text && hear()))
  const ready = said('ready')
  const paused = said('pausing')
  const first = await Promise.race([ready.then(() => 'ready'), ended.then((signal) => `ended: ${signal}`)])
  // One that is to die may have been handed a job before it could say anything.
  if (first !== 'ready' && settings.dieAt === undefined) throw new Error(`The worker ${first}`)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    ended,
    paused,
    resume: () => void child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

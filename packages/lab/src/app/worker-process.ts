import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DeathPoint } from '../database/dying.ts'

export interface WorkerSettings {
  /** URL of the database for its owner. */
  readonly url: string
  readonly lease: { readonly lostAfterS: number; readonly checkEveryS: number; readonly pollEveryS: number }
  /**
   * Prepared statement or commit at which the process kills itself with SIGKILL, the first time it is reached; without it never.
   */
  readonly dieAt?: DeathPoint | undefined
  /**
   * Prepared statement or commit at which the process stops itself with SIGSTOP until `resume`, the first time it is reached;
   * without it never.
   */
  readonly pauseAt?: DeathPoint | undefined
}

/** A separate server process that runs jobs and opens no ports. */
export interface WorkerProcess {
  readonly pid: number
  /** Resolves to the signal that ended the process; to null if it exited by itself. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** Resolves when the process is about to stop itself at `pauseAt`. */
  readonly paused: Promise<unknown>
  resume(): void
  /** Sends SIGTERM and resolves when the process has ended. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/**
 * Starts a worker process and resolves when it runs jobs. Throws an error if it ends before that, unless `dieAt` is given. The
 * caller must stop it.
 */
export async function startWorker(settings: WorkerSettings): Promise<WorkerProcess> {
  const child = fork(fileURLToPath(new URL('./worker-main.ts', import.meta.url)), {
    env: { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const received = (text: string) =>
    new Promise<void>((resolve) => child.on('message', (message) => message === text && resolve()))
  const ready = received('ready')
  const paused = received('pausing')
  const first = await Promise.race([ready.then(() => 'ready'), ended.then((signal) => `ended: ${signal}`)])
  // A worker with `dieAt` may receive a job before it could report that it is ready.
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

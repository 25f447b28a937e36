import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { plantPath, readPlant } from './keys.ts'

const STOP_WITHIN_MS = 1_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Duration (ms) of a run after which the first wait before a restart applies again. */
const SOUND_MS = 60_000
/** Option of Node by which young garbage is collected early: the simulator has little to do and should use little memory. */
const LITTLE_MEMORY = '--max-semi-space-size=2'

/**
 * Environment with which the simulator accepts any certificate. It connects to this machine only, whose certificate has the name
 * for other machines.
 */
const anyCertificate = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }

export interface SimulatorDeps {
  readonly dataFolder: string
  /** Address at which the simulated devices reach this server over HTTP. */
  readonly httpUrl: string
  readonly mqttUrl: string
  readonly logger: Logger
  readonly clock: Clock
}

export interface Simulator {
  /** Number of simulated machines. */
  readonly machines: number
  /** Names of the machines that replay a recording. */
  readonly replayed: readonly string[]
  stop(): Promise<void>
}

/**
 * Starts the demo's machines in a process of their own, which knows only their keys and two addresses. It is restarted, after a
 * growing wait, when it ends, and it ends with this process. Returns null if there is no plant file.
 */
export function startSimulator(deps: SimulatorDeps): Simulator | null {
  const plant = readPlant(deps.dataFolder)
  if (plant === null) return null
  const program = fileURLToPath(import.meta.resolve('@millwatch/simulator/main'))
  const args = [
    LITTLE_MEMORY,
    program,
    '--plant',
    plantPath(deps.dataFolder),
    '--http',
    deps.httpUrl,
    '--mqtt',
    deps.mqttUrl,
    '--tethered',
  ]
  const keeper = keepRunning(deps, args)
  return {
    machines: plant.devices.filter(({ machine }) => machine.retiredAt === undefined).length,
    replayed: plant.devices.flatMap(({ machine }) => (machine.kind === 'recording' ? [machine.name] : [])),
    stop: keeper.stop,
  }
}

function keepRunning({ logger, clock }: SimulatorDeps, args: readonly string[]): { stop(): Promise<void> } {
  let child: ReturnType<typeof start> | null = null
  let again: NodeJS.Timeout | undefined
  let stopped = false
  let nextWaitMs = FIRST_WAIT_MS

  const run = () => {
    const startedAt = clock.monotonicMs()
    child = start(args, logger)
    void child.ended.then((code) => {
      child = null
      if (stopped) return
      const waitMs = clock.monotonicMs() - startedAt > SOUND_MS ? FIRST_WAIT_MS : nextWaitMs
      nextWaitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      logger.warn({ code, waitMs }, 'The simulator ended and will be started again')
      again = setTimeout(run, waitMs)
    })
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(again)
      await child?.stop()
    },
  }
}

function start(args: readonly string[], logger: Logger) {
  // The environment of the server may contain secrets, which the simulator does not need.
  const process_ = spawn(process.execPath, [...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { NODE_ENV: 'production', ...(args.some((arg) => arg.startsWith('https:')) ? anyCertificate : {}) },
  })
  process_.stdin.on('error', () => undefined)
  createInterface({ input: process_.stderr }).on('line', (line) => logger.warn({ line }, 'Output of the simulator'))
  const ended = new Promise<number | null>((resolve) => {
    process_.once('error', (error) => {
      logger.error({ err: error }, 'The simulator could not be started')
      resolve(null)
    })
    process_.once('exit', (code) => resolve(code))
  })
  return {
    ended,
    async stop() {
      process_.kill('SIGTERM')
      const late = setTimeout(() => process_.kill('SIGKILL'), STOP_WITHIN_MS)
      await ended
      clearTimeout(late)
    },
  }
}

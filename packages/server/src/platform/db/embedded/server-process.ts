import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import { commandAs, type Identity } from './identity.ts'
import { markOf, signal, waitForEnd } from './processes.ts'

/** Time limit (ms) of a fast stop. An immediate stop afterwards loses nothing either, but the next start takes longer. */
const fastStopMs = 2_200
const immediateStopMs = 400
const logLimitBytes = 10 * 1024 * 1024

/**
 * Shell script that starts a small watcher, which holds the pipe from Millwatch, and then becomes the server (`exec`). If the
 * pipe closes without a line, Millwatch is gone, and the watcher stops the server: by a fast stop (SIGINT), and after 10 s by an
 * immediate stop (SIGQUIT). A line on the pipe means that the server has ended. The watcher is forked twice and so detached from
 * the server, which accepts no unknown children.
 */
const startScript = `
exec 3<&0 </dev/null
(
  (
    trap '' INT TERM HUP
    exec >/dev/null 2>&1
    read -r word <&3 && exit 0
    kill -INT $$
    tries=0
    while kill -0 $$ && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -QUIT $$
  ) &
)
exec 3<&-
exec "$@"
`

/** Settings of the server. All acknowledged data is on disk: fsync and synchronous_commit stay on. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // No replica reads the log of an embedded server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  // Statements may contain data of a company.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

export interface ServerPlace {
  readonly binaries: Binaries
  readonly identity: Identity
  readonly dataFolder: string
  readonly socketFolder: string
  readonly logFile: string
  /** Settings that replace or complete the default ones. */
  readonly overrides?: Readonly<Record<string, string>>
}

export interface ServerProcess {
  readonly pid: number
  /** Resolves when the process has ended, to the reason: a signal, an exit code or an error. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(path) && statSync(path).size > logLimitBytes) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

/** Returns the last five lines of the server's log, for an error message; an empty text when it cannot be read. */
export function logTail(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  } catch {
    return ''
  }
}

/**
 * Returns a function that reads what the server's log got after this call; the function returns an empty text while there is no
 * log. A log that was renamed meanwhile is read from its beginning.
 */
export function followLog(path: string): () => string {
  const before = statSync(path, { throwIfNoEntry: false })
  return () => {
    if (!existsSync(path)) return ''
    const isSame = statSync(path).ino === before?.ino
    return readFileSync(path)
      .subarray(isSame ? before.size : 0)
      .toString()
  }
}

function serverArguments(place: ServerPlace): string[] {
  const all = {
    ...settings,
    unix_socket_directories: place.socketFolder,
    cluster_name: markOf(place.dataFolder),
    ...place.overrides,
  }
  return ['-D', place.dataFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function releaseWatcher(child: ChildProcess): void {
  child.stdin?.end('over\n')
}

/**
 * Starts the PostgreSQL server and returns without waiting until it answers. The server runs in a session of its own, so that
 * Ctrl-C in the terminal reaches only Millwatch, and it stops by itself when this process dies. If it cannot be started, `ended`
 * resolves to the reason.
 */
export function startServer(place: ServerPlace): ServerProcess {
  const command = ['/bin/sh', '-c', startScript, 'sh', place.binaries.postgres, ...serverArguments(place)]
  const { file, args } = commandAs(place.identity, command)
  const log = openLog(place.logFile)
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...place.identity.spawnAs,
  })
  closeSync(log)
  // If the watcher is killed, the server goes on, and the next start looks for leftovers anyway.
  child.stdin?.on('error', () => undefined)
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(error.message))
  child.on('exit', (code, name) => {
    releaseWatcher(child)
    resolve(name ?? `exit code ${code}`)
  })
  const pid = child.pid ?? 0
  return {
    pid,
    ended,
    async stop() {
      if (pid === 0 || child.exitCode !== null || child.signalCode !== null) return
      const steps: [NodeJS.Signals, number][] = [
        ['SIGINT', fastStopMs],
        ['SIGQUIT', immediateStopMs],
        ['SIGKILL', immediateStopMs],
      ]
      for (const [name, withinMs] of steps) {
        signal(pid, name)
        if (await waitForEnd([pid], withinMs)) break
      }
      await ended
    },
  }
}

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { run, runAloud } from '../lib/commands.ts'

/** Functions and facts of a machine that the search for a browser needs. Tests pass a fake machine. */
export interface Machine {
  /** Paths of browsers that may exist on the system, in the order of preference. */
  readonly candidates: readonly string[]
  /** Path of Playwright's own browser, which may not be installed. */
  readonly ownPath: string
  readonly canInstallPackages: boolean
  runs(path: string): boolean
  downloadOwn(): Promise<boolean>
  installPackage(): Promise<boolean>
  say(line: string): void
}

export const PLEASE_INSTALL =
  'No browser for the browser tests: install Chromium or Google Chrome, then run this again.'

/**
 * Returns the path of a browser for the tests: a browser of the machine, otherwise Playwright's own, downloaded if needed,
 * otherwise a browser installed from the packages of the system (as root on a Debian-like system). Undefined if there is none,
 * after the reason was printed.
 */
export async function findBrowser(machine: Machine): Promise<string | undefined> {
  const found = () => machine.candidates.find((path) => machine.runs(path))
  const there = found() ?? (machine.runs(machine.ownPath) ? machine.ownPath : undefined)
  if (there) return there
  machine.say("No browser on this machine: downloading Playwright's own (about 180 MB).")
  if ((await machine.downloadOwn()) && machine.runs(machine.ownPath)) return machine.ownPath
  if (machine.canInstallPackages) {
    machine.say("Playwright's browser cannot be had here: installing `chromium` from the system's packages (apt-get).")
    if (await machine.installPackage()) {
      const installed = found()
      if (installed) return installed
    }
  }
  machine.say(PLEASE_INSTALL)
  return undefined
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
]
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the functions and facts of this machine. `MILLWATCH_BROWSER` names the browser to be tried first. */
export function thisMachine(): Machine {
  const named = process.env.MILLWATCH_BROWSER
  const candidates = [
    ...(named ? [named] : []),
    ...PLACES.flatMap((place) => NAMES.map((name) => join(place, name))),
    ...ELSEWHERE,
  ]
  return {
    candidates: [...new Set(candidates)],
    ownPath: chromium.executablePath(),
    canInstallPackages: process.getuid?.() === 0 && existsSync('/etc/debian_version') && isThere('apt-get'),
    runs: (path) =>
      existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0,
    downloadOwn: async () => {
      const { ok, output } = await run(
        process.execPath,
        ['node_modules/@playwright/test/cli.js', 'install', '--no-shell', 'chromium'],
        { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
      )
      if (!ok) console.log(`The download failed: ${/^Error: .*/m.exec(output)?.[0] ?? output}`)
      return ok
    },
    installPackage: async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' }
      await runAloud('apt-get', ['-qq', 'update'], env)
      return runAloud('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', 'chromium'], env)
    },
    say: (line) => console.log(line),
  }
}

function isThere(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

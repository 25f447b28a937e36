import { LIVE_PATH, type MachinesMessage, roomOfEquipment } from '@millwatch/contract/live'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { findBrowser, thisMachine } from '../../tools/test/browser.ts'

/** Received message about cycles: the time of arrival (epoch ms, by the clock of this machine) and its content. */
export interface Arrival {
  readonly at: number
  readonly cycle: { readonly count: number; readonly occurred_at: string }
}

/** Client that watches one machine. */
export interface Watcher {
  /** Returns the messages about cycles that arrived since the last call. */
  arrivals(): Promise<Arrival[]>
  close(): Promise<void>
}

/**
 * Replaces `WebSocket` in a page before the page runs: each message about cycles is recorded with the time at which the page
 * receives it.
 */
function noteMessages(): void {
  // The page of a machine also gets the news of its units, which are not recorded.
  const wanted = ['42["cycle"', '42["machines",{"room":"e:']
  const seen: [number, string][] = []
  const Native = globalThis.WebSocket
  class Noting extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && wanted.some((start) => data.startsWith(start)))
          seen.push([Date.now(), data.slice(2)])
      })
    }
  }
  Object.assign(globalThis, { WebSocket: Noting, takeSeen: () => seen.splice(0) })
}

/** Returns the cycles in news of a machine, but not the message that status of the past was computed again. */
const cyclesIn = ({ news }: MachinesMessage): Arrival['cycle'][] =>
  (news.cycle ?? []).flatMap(({ count, occurred_at }) => (occurred_at === null ? [] : [{ count, occurred_at }]))

async function watchPage(context: BrowserContext, url: string, isWatching: RegExp): Promise<Watcher> {
  const page = await context.newPage()
  await page.addInitScript(noteMessages)
  const joined = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (isWatching.test(String(payload))) resolve()
      }),
    ),
  )
  await page.goto(url)
  await joined
  return {
    async arrivals() {
      const seen: [number, string][] = await page.evaluate('takeSeen()')
      return seen.flatMap(([at, text]) => {
        const [event, message] = JSON.parse(text)
        return (event === 'cycle' ? [message] : cyclesIn(message)).map((cycle) => ({ at, cycle }))
      })
    },
    close: () => page.close(),
  }
}

/** Opens a browser without a window, which is downloaded or installed if this machine has none; undefined if that fails. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = await findBrowser(thisMachine())
  if (executablePath === undefined) return undefined
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args })
}

/** Opens a browser context without any data except the session of a person. Throws an error if the sign-in is refused. */
export async function signedIn(
  browser: Browser,
  { url, username, password, hasTouch }: { url: string; username: string; password: string; hasTouch?: boolean },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    hasTouch: hasTouch ?? false,
  })
  const body = { username, password, cookie: true }
  const answer = await context.request.post('/v0/sessions', { data: body, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`)
  return context
}

/** Opens the page of a machine, signed in, and resolves once the server has let the page into the room of the machine. */
export async function watchMachine(
  browser: Browser,
  person: { url: string; username: string; password: string },
  equipmentId: number,
): Promise<Watcher> {
  const context = await signedIn(browser, person)
  const room = roomOfEquipment(equipmentId)
  return watchPage(context, `/e/${equipmentId}`, new RegExp(`^42\\["joined".*"${room}"`))
}

/** Opens a page of the reference server, without a person, and resolves once its socket is connected. */
export async function watchRelay(browser: Browser, url: string): Promise<Watcher> {
  return watchPage(await browser.newContext(), url, /^40/)
}

/**
 * Watches a machine without a browser, by a socket that joins the room of the machine as the page does. With null as options it
 * only connects, for the reference server. Waits without a limit until it has joined or connected.
 */
export async function watchBySocket(
  url: string,
  options: { path: string; token: string; room: string } | null,
): Promise<Watcher> {
  const socket: Socket = io(url, {
    transports: ['websocket'],
    ...(options === null ? {} : { path: options.path, auth: { token: options.token } }),
  })
  let seen: Arrival[] = []
  const record = (cycle: Arrival['cycle']) => void seen.push({ at: Date.now(), cycle })
  socket.on('cycle', record)
  socket.on('machines', (message: MachinesMessage) => cyclesIn(message).forEach(record))
  await new Promise<void>((resolve) => socket.once(options === null ? 'connect' : 'connected', () => resolve()))
  if (options !== null) {
    socket.emit('join', { room: options.room })
    await new Promise<void>((resolve) => socket.once('joined', () => resolve()))
  }
  return {
    async arrivals() {
      const taken = seen
      seen = []
      return taken
    },
    async close() {
      socket.disconnect()
    },
  }
}

export const livePath = LIVE_PATH

// Service worker of the operator screen. It keeps one version of the page and its files, for reloads without a connection. It never
// keeps an answer of the API: requests that are not listed below go to the network as if there were no worker.
const PREFIX = 'shell-'

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

// A page names its main script and the files that it has loaded. They replace those of an earlier version, all or none.
addEventListener('message', (event) => {
  const { main, files } = event.data ?? {}
  if (typeof main === 'string' && Array.isArray(files)) event.waitUntil(keep(main, files))
})

async function keep(main, files) {
  const page = await fetch('/', { credentials: 'omit', cache: 'no-store' })
  const text = await page.clone().text()
  // Another version is served already: its page will name its own files.
  if (!page.ok || !text.includes(new URL(main).pathname)) return
  const name = PREFIX + new URL(main).pathname
  const cache = await caches.open(name)
  await cache.addAll(files)
  await cache.put('/', page)
  for (const other of await caches.keys()) {
    if (other.startsWith(PREFIX) && other !== name) await caches.delete(other)
  }
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && /^\/e\/\d+\/operator$/.test(pathname)) event.respondWith(orKept(request, '/'))
  else if (/^\/(assets\/|theme\.js$|support\.js$|favicon\.svg$)/.test(pathname))
    event.respondWith(orKept(request, request))
})

// The network first, so that nobody sees an old version while the server can be reached.
async function orKept(request, key) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(key, { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}

// Reference value of P3: the same two libraries, joined without storing or computing. A device's cycle goes straight from the
// broker to the room of the page.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { Server } from 'socket.io'

const page = `<!doctype html><title>relay</title><script src="/socket.io/socket.io.js"></script>
<script>io({ transports: ['websocket'] })</script>`
const http = createHttpServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
const io = new Server(http, { perMessageDeflate: false })
io.on('connection', (socket) => void socket.join('watched'))
const watched = process.env.WATCHED_DEVICE
const aedes = await Aedes.createBroker({
  authorizePublish: (_client, packet, done) => {
    if (packet.topic.split('/')[3] === watched) {
      const { events } = JSON.parse(packet.payload.toString())
      for (const { t } of events) io.to('watched').emit('cycle', { count: 1, occurred_at: new Date(t).toISOString() })
    }
    done()
  },
})
const mqtt = createServer({ noDelay: true }, (socket) => void aedes.handle(socket))
for (const server of [http, mqtt]) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
process.send?.({ http: (http.address() as AddressInfo).port, mqtt: (mqtt.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())

import './lib/arrival.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/layout.css'
import './ui/parts.css'
import './ui/text.css'
import './ui/base.css'
import './ui/controls.css'
import { showPages } from './app/show-pages.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root element')
  await showPages(root)
}

// public/support.js has checked which features this browser lacks, and shown a message when there are too many.
if (document.documentElement.dataset.unsupported === undefined) void start()

import { App, theme as antdTheme, ConfigProvider } from 'antd'
import { nonce } from '../lib/nonce.ts'
import { usePreferences } from '../scope/preferences.ts'
import { libraryColours } from './library-colours.ts'

const algorithms = { dark: antdTheme.darkAlgorithm, light: antdTheme.defaultAlgorithm }

const shared = {
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSize: 14,
  borderRadius: 6,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.12s',
}

/** Distance of messages from the top of the window, px; the header stays clickable. */
const BELOW_HEADER = 56

const calm = matchMedia('(prefers-reduced-motion: reduce)').matches

/** Provides the component library with the current theme. All its style elements carry the page's nonce. */
export function Themed({ children }: { children: React.ReactNode }) {
  const theme = usePreferences((preferences) => preferences.theme)
  return (
    <ConfigProvider
      {...(nonce === undefined ? {} : { csp: { nonce } })}
      theme={{ algorithm: algorithms[theme], token: { ...libraryColours(theme), ...shared, motion: !calm } }}
    >
      <App component={false} message={{ top: BELOW_HEADER }}>
        {children}
      </App>
    </ConfigProvider>
  )
}

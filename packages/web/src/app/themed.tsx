import { App, theme as antdTheme, ConfigProvider } from 'antd'
import { nonce } from '../lib/nonce.ts'
import { type Theme, usePreferences } from '../scope/preferences.ts'

/** The roles of `tokens.css` in the component library's words. */
const tokens: Record<Theme, Parameters<typeof ConfigProvider>[0]['theme'] & object> = {
  dark: {
    algorithm: antdTheme.darkAlgorithm,
    token: {
      colorPrimary: '#8fb7ff',
      colorLink: '#8fb7ff',
      colorText: '#e8edf2',
      colorTextSecondary: '#a3b0be',
      colorTextTertiary: '#84929f',
      colorTextDescription: '#a3b0be',
      colorTextPlaceholder: '#84929f',
      colorBgBase: '#0b0e12',
      colorBgContainer: '#12171d',
      colorBgElevated: '#1a2129',
      colorBorder: '#27303a',
      colorBorderSecondary: '#27303a',
    },
    components: { Tree: { nodeSelectedBg: '#1f2933', nodeHoverBg: '#1a2129', nodeSelectedColor: '#e8edf2' } },
  },
  light: {
    algorithm: antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: '#1f5fbf',
      colorLink: '#1f5fbf',
      colorText: '#14202b',
      colorTextSecondary: '#475665',
      colorTextTertiary: '#5f6e7d',
      colorTextDescription: '#475665',
      colorTextPlaceholder: '#5f6e7d',
      colorBgBase: '#ffffff',
      colorBgContainer: '#ffffff',
      colorBgElevated: '#ffffff',
      colorBorder: '#d5dce3',
      colorBorderSecondary: '#d5dce3',
    },
    components: { Tree: { nodeSelectedBg: '#e6ecf2', nodeHoverBg: '#f0f3f6', nodeSelectedColor: '#14202b' } },
  },
}

const shared = {
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSize: 14,
  borderRadius: 6,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.12s',
}

/** Where messages stand: what is in the header stays in reach, px. */
const BELOW_HEADER = 56

const calm = matchMedia('(prefers-reduced-motion: reduce)').matches

/** The component library in the theme in force, every style of it bearing the page's nonce. */
export function Themed({ children }: { children: React.ReactNode }) {
  const theme = usePreferences((preferences) => preferences.theme)
  const { token, ...rest } = tokens[theme]
  return (
    <ConfigProvider
      {...(nonce === undefined ? {} : { csp: { nonce } })}
      theme={{ ...rest, token: { ...token, ...shared, motion: !calm } }}
    >
      <App component={false} message={{ top: BELOW_HEADER }}>
        {children}
      </App>
    </ConfigProvider>
  )
}

// Runs before the first paint, so that a light page never starts dark.
try {
  const kept = JSON.parse(localStorage.getItem('millwatch.preferences') ?? '{}')
  const isLightSystem = kept.state?.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches
  if (kept.state?.theme === 'light' || isLightSystem) document.documentElement.dataset.theme = 'light'
} catch {
  // Without storage, or with an invalid value in it, the theme is dark.
}

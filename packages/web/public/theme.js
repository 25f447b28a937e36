// Runs before the first paint, so that the light theme never starts dark.
try {
  const kept = JSON.parse(localStorage.getItem('millwatch.preferences') ?? '{}')
  if (kept.state?.theme === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  // Without storage, or with an invalid value in it, the theme is dark.
}

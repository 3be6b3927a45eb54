// Applies the stored theme (packages/web/src/theme) before the first paint, to avoid a flash.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage is disabled
}

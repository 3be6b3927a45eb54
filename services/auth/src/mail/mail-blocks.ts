import type { MailLanguage } from './mail.ts'

/** A part of a mail. Its texts are plain: the HTML rendering escapes them, and the text rendering takes them as they are. */
export type MailBlock =
  | { type: 'heading' | 'paragraph' | 'code' | 'footer'; text: string }
  | { type: 'button'; text: string; url: string; fallbackText: string }

/** The content of a mail, from which HTML and text are rendered. */
export type MailContent = { subject: string; language: MailLanguage; blocks: readonly MailBlock[] }

const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  body { margin: 0; padding: 24px 12px; background: #f3f5ef; color: #1f2a22; font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
  .card { max-width: 520px; margin: 0 auto; padding: 28px 24px; border-radius: 16px; background: #fff }
  .brand { margin: 0 0 20px; color: #2f6b45; font-size: 18px; font-weight: 700 }
  h1 { margin: 0 0 14px; font-size: 22px; line-height: 1.3 }
  p { margin: 0 0 16px; overflow-wrap: anywhere }
  .button { display: inline-block; padding: 12px 22px; border-radius: 999px; background: #2f6b45; color: #fff; font-weight: 600; text-decoration: none }
  .code { font: 600 28px/1.3 ui-monospace, Consolas, monospace; letter-spacing: 4px }
  .small { color: #5b675e; font-size: 13px }
  .small a { color: inherit }
  @media (prefers-color-scheme: dark) {
    body { background: #131a15; color: #e5ebe4 }
    .card { background: #1c251f }
    .brand { color: #8fd0a5 }
    .button { background: #8fd0a5; color: #10170f }
    .small { color: #a3afa5 }
  }`

/** Escapes a text for HTML: content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Renders a mail as an HTML document without scripts, pictures or anything that loads. */
export function renderMailHtml({ subject, language, blocks }: MailContent): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<div class="card">
<p class="brand">Meadow</p>
${blocks.map(renderHtmlBlock).join('\n')}
</div>
</body>
</html>
`
}

function renderHtmlBlock(block: MailBlock): string {
  const text = escapeHtml(block.text)
  switch (block.type) {
    case 'heading':
      return `<h1>${text}</h1>`
    case 'paragraph':
      return `<p>${text}</p>`
    case 'code':
      return `<p class="code" dir="ltr">${text}</p>`
    case 'footer':
      return `<p class="small">${text}</p>`
    case 'button': {
      const url = escapeHtml(block.url)
      return `<p><a class="button" href="${url}">${text}</a></p>
<p class="small">${escapeHtml(block.fallbackText)}<br><a href="${url}" dir="ltr">${url}</a></p>`
    }
  }
}

/** Renders a mail as plain text. */
export const renderMailText = ({ blocks }: MailContent): string => `${blocks.map(renderTextBlock).join('\n\n')}\n`

function renderTextBlock(block: MailBlock): string {
  if (block.type === 'button') return `${block.text}:\n${block.url}`
  return block.type === 'footer' ? `-- \n${block.text}` : block.text
}

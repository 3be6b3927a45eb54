import { describe, expect, it } from '@jest/globals'
import type { LinkPreviewView } from '@meadow/contracts/browser'
import { render, screen } from '@testing-library/react'
import { LinkPreviewCard } from './link-preview-card.tsx'

const preview: LinkPreviewView = {
  url: 'https://www.example.com/moss',
  title: 'Moss in winter',
  description: 'How it stays green',
  site: 'A bank',
}

describe('LinkPreviewCard', () => {
  it('links to the address of the text, and tells the site neither who reads nor that we recommend it', () => {
    render(<LinkPreviewCard preview={preview} />)
    const link = screen.getByRole('link', { name: /Moss in winter/ })
    expect(link.getAttribute('href')).toBe('https://www.example.com/moss')
    expect(link.getAttribute('rel')?.split(' ')).toEqual(['noopener', 'noreferrer', 'nofollow', 'ugc'])
  })

  it('shows the host of the address in ASCII, never the name that the page gives itself', () => {
    render(<LinkPreviewCard preview={{ ...preview, url: 'https://аррӏе.com/', site: 'Apple' }} />)
    expect(screen.getByText(/^xn--[a-z0-9]+\.com$/)).toBeTruthy()
    expect(screen.queryByText('Apple')).toBeNull()
  })

  it('shows nothing for an address without http', () => {
    const { container } = render(<LinkPreviewCard preview={{ ...preview, url: 'javascript:alert(1)' }} />)
    expect(container.innerHTML).toBe('')
  })
})

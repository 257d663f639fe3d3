import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { README_PATH, runTour, withTour } from '../readme-tour.js'

describe('the tour of README.md', () => {
  it('is what the built pnk prints now (else: node_modules/.bin/tsx tools/docs/readme-tour.ts)', () => {
    const page = readFileSync(README_PATH, 'utf8')
    const tour = runTour()
    expect(tour).toMatch(/^\$ pnk sync --kb corpora\/demo-kb\n\d+ indexed/)
    expect(page).toContain(tour)
    expect(page).toBe(withTour(page, tour))
  })
})

describe('withTour', () => {
  it('replaces the block alone', () => {
    const page = 'before\n<!-- tour -->\nold\n<!-- /tour -->\nafter\n'
    expect(withTour(page, '$& new')).toBe(
      'before\n<!-- tour -->\n```console\n$& new\n```\n<!-- /tour -->\nafter\n',
    )
  })
})

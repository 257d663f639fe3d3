import { defineConfig } from 'vitepress'

/** The pages of `docs/`, as a site. A link that leads nowhere fails the build. */
export default defineConfig({
  title: 'Pinakes',
  description: 'A folder of documents that people keep and agents search',
  lang: 'en',
  cleanUrls: true,
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Guide', link: '/guide' },
      { text: 'For agents', link: '/agents' },
      { text: 'API', link: '/api/index.html', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Use',
        items: [
          { text: 'Getting started', link: '/getting-started' },
          { text: 'Guide', link: '/guide' },
          { text: 'For agents', link: '/agents' },
          { text: 'Models', link: '/models' },
          { text: 'Trust', link: '/trust' },
        ],
      },
      {
        text: 'Look up',
        items: [
          { text: 'Command line', link: '/cli' },
          { text: 'pinakes.toml', link: '/manifest' },
          { text: 'API', link: '/api/index.html', target: '_self' },
        ],
      },
      {
        text: 'Measured',
        items: [
          { text: 'Comparisons', link: '/comparisons' },
          { text: 'On judged collections', link: '/quality' },
          { text: 'On real documents', link: '/realism' },
          { text: 'What the graph finds', link: '/graph-channels' },
          { text: 'By size', link: '/scale' },
        ],
      },
      {
        text: 'Inside',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'Decisions', link: '/decisions/' },
        ],
      },
    ],
  },
})

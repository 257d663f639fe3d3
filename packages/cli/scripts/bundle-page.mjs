import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The script of the page as one classic script. It can stand in a script element: `</` is nowhere in it. */
export async function bundlePage() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../page/main.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    minify: true,
    charset: 'ascii',
    target: 'es2022',
    write: false,
    tsconfigRaw: { compilerOptions: { target: 'ES2022' } },
  })
  const [{ text }] = outputFiles
  if (/<\/|<!--/.test(text)) throw new Error('the script would end its own element')
  return text.trimEnd()
}

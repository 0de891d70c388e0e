/** All fonts are bundled except those for CJK, Arabic and Hebrew, which come from the system. */
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/literata/opsz.css'
import '@fontsource-variable/literata/opsz-italic.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '@fontsource/ia-writer-quattro/400.css'
import '@fontsource/ia-writer-quattro/400-italic.css'
import '@fontsource/ia-writer-quattro/700.css'
import './formulas.css'

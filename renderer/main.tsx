import { windowBridge } from './bridge'
import { mount } from './mount'

const root = document.getElementById('app')
if (root !== null) void mount(windowBridge(), root)

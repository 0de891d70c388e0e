const GREEK =
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho ς varsigma σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega'
const OTHERS =
  '∞ infty ∂ partial ∇ nabla ∑ sum ∏ prod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ± pm ∓ mp × times ÷ div ⋅ cdot ∙ bullet ∘ circ ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ≅ cong ∝ propto ≪ ll ≫ gg ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ⊕ oplus ⊗ otimes → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow ∠ angle ⊥ perp ∥ parallel ⋯ cdots … ldots ⋮ vdots ⋱ ddots ′ prime ℏ hbar ℓ ell ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C}'

const pairs = (words: string): readonly (readonly [string, string])[] => {
  const all = words.split(' ')
  return all.flatMap((sign, at) => (at % 2 === 0 ? [[sign, `\\${all[at + 1] ?? ''} `] as const] : []))
}

/** The TeX commands for symbols that a keyboard does not have; a space ends each. */
export const TEX_COMMANDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...pairs(GREEK),
  ...pairs(OTHERS),
  ['−', '-'],
  ['\u2061', ''],
  ['\u2062', ''],
  ['\u200b', ''],
])

"""What all texts of one comparison share."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Setting:
    """Font, letters and pixels, the same on both sides."""
    # The family before the fallback chain.
    font: str
    # In px, after each letter.
    letter_spacing: float
    # Device pixels a px.
    scale: float
    # `white-space` of the page. We keep white space unless it is `normal` and collapsed beforehand.
    white_space: str = "normal"
    # Whether only cases that we call exact are compared.
    exact_only: bool = False
    weight: int = 400

SEATS: tuple[str, str, str]
LISTED: tuple[int, int, int]

class InfoSet:
    player_position: str
    player_hand_cards: list[int]
    num_cards_left_dict: dict[str, int]
    three_landlord_cards: list[int]
    card_play_action_seq: list[list[int]]
    other_hand_cards: list[int]
    legal_actions: list[list[int]]
    last_move: list[int]
    last_two_moves: list[list[int]]
    last_move_dict: dict[str, list[int]]
    played_cards: dict[str, list[int]]
    all_handcards: dict[str, list[int]]
    last_pid: str
    bomb_num: int
    def __init__(self, player_position: str) -> None: ...
